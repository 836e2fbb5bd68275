import type { Credentials, Subject } from '../../mqtt/client/access.ts'
import type { Arriving } from '../../mqtt/events/client-events.ts'
import type { Traced } from '../../mqtt/events/tracing.ts'
import type { Message, Session, SubscriptionOptions } from '../../mqtt/node/cluster.ts'
import type { HookRequest } from './hook-link.ts'

/** Returns the port of a listener on a node; 0 if it is unknown. */
type PortOf = (node: string, listener: string) => number

export function toConnection(who: Arriving, portOf: PortOf): HookRequest {
  const { node, clientid, username = '', peerhost, listener, protocolVersion, keepalive } = who
  return {
    node,
    clientid,
    username,
    peerhost,
    keepalive,
    sockport: portOf(node, listener),
    proto_name: protocolVersion === 3 ? 'MQIsdp' : 'MQTT',
    proto_ver: String(protocolVersion),
  }
}

interface Certified {
  readonly certificate?: Subject['certificate']
}

const toNames = ({ certificate }: Certified) => ({
  cn: certificate?.commonName ?? '',
  dn: certificate?.subject ?? '',
})

/** Returns the connecting client with its password, which no other call contains. */
export function toNewcomer(who: Credentials, portOf: PortOf): HookRequest {
  const { node, clientid, username = '', password, peerhost, listener } = who
  return {
    node,
    clientid,
    username,
    peerhost,
    protocol: 'mqtt',
    mountpoint: '',
    password: password?.toString('utf8') ?? '',
    sockport: portOf(node, listener),
    anonymous: true,
    ...toNames(who),
  }
}

/** Returns a client that is connected or was connected. */
export function toHookClient(who: Session | Subject, portOf: PortOf): HookRequest {
  const { node, clientid, username = '', ipAddress: peerhost, listener, mountpoint, rights } = who
  return {
    node,
    clientid,
    username,
    peerhost,
    mountpoint,
    protocol: 'mqtt',
    sockport: portOf(node, listener),
    is_superuser: rights.isSuperuser,
    anonymous: username === '',
    ...('certificate' in who ? toNames(who) : {}),
  }
}

export function toMessage(message: Message, node: string, who?: Traced): HookRequest {
  const { id, qos, topic, payload, fromClientid, fromUsername, publishAt } = message
  const peerhost = who?.ipAddress ?? who?.peerhost
  return {
    node,
    id,
    qos,
    topic,
    payload,
    from: fromClientid,
    timestamp: publishAt,
    headers: {
      ...(fromUsername === undefined ? {} : { username: fromUsername }),
      ...(peerhost === undefined ? {} : { protocol: 'mqtt', peerhost }),
    },
  }
}

export const toOptions = ({ qos, rh, rap, nl }: Omit<SubscriptionOptions, 'subscriptionIdentifier'>) => ({
  qos,
  rh,
  rap,
  nl,
})
