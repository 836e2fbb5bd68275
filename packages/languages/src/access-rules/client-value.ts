import type { AccessClient, AccessRequest } from './access-request.ts'

const attribute = 'client_attrs.'

/** Returns the value of a placeholder that refers to a client; undefined if the client has no such value. */
export function clientValue(client: AccessClient, name: string): string | undefined {
  if (name.startsWith(attribute)) {
    const key = name.slice(attribute.length)
    return Object.hasOwn(client.attributes, key) ? client.attributes[key] : undefined
  }
  switch (name) {
    case 'clientid':
      return client.clientid
    case 'username':
      return client.username
    case 'peerhost':
      return client.peerhost
    case 'cert_common_name':
      return client.certCommonName
    case 'cert_subject':
      return client.certSubject
    case 'zone':
      return client.zone ?? 'default'
    case 'listener':
      return client.listener
    case 'proto_name':
      return client.protocolName
    case 'mountpoint':
      return client.mountpoint
    default:
      return undefined
  }
}

const known = [
  'clientid',
  'username',
  'peerhost',
  'cert_common_name',
  'cert_subject',
  'zone',
  'listener',
  'proto_name',
  'mountpoint',
] as const

export const isClientPlaceholder = (name: string): boolean =>
  name.startsWith(attribute) || known.some((one) => one === name)

const ofTopics = ['clientid', 'username', 'cert_common_name', 'zone'] as const

/** Returns true for placeholders that may occur in the topics of rules. */
export const isTopicPlaceholder = (name: string): boolean =>
  name.startsWith(attribute) || ofTopics.some((one) => one === name)

/**
 * Returns the value of a placeholder in a request to a back end: a property of the requested action or of the client.
 */
export function requestValue(
  { client, action, topic, qos, retain }: AccessRequest,
  name: string,
): string | undefined {
  switch (name) {
    case 'action':
      return action
    case 'topic':
      return topic
    case 'qos':
      return String(qos)
    case 'retain':
      return String(retain)
    default:
      return clientValue(client, name)
  }
}

const ofRequests = ['action', 'topic', 'qos', 'retain'] as const

export const isRequestPlaceholder = (name: string): boolean =>
  isClientPlaceholder(name) || ofRequests.some((one) => one === name)
