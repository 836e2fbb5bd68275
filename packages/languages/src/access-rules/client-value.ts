import type { AccessClient, AccessRequest } from './access-request.ts'

const attribute = 'client_attrs.'

/** What a placeholder that speaks of a client stands for; undefined if the client has none. */
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

/** Those that stand in the topics of rules. */
export const isTopicPlaceholder = (name: string): boolean =>
  name.startsWith(attribute) || ofTopics.some((one) => one === name)

/** What a placeholder in a question to a back end stands for: what is asked, or who asks. */
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
