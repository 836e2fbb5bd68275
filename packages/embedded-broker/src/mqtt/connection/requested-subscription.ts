import { parseShared, topicFilterFault } from '@brokerdeck/languages/topic.ts'
import type { ISubscribePacket } from 'mqtt-packet'
import { subscribeRefusal } from '../limits/topic-capabilities.ts'
import type { Subscription } from '../node/cluster.ts'
import { exclusiveFilter } from '../routing/exclusive-filters.ts'
import { asQos } from '../routing/message.ts'
import type { MqttSession } from '../session/session.ts'
import type { BrokerServices } from './broker-services.ts'
import type { ConnectionContext } from './connection-context.ts'

const topicFilterInvalid = 0x8f
const quotaExceeded = 0x97

type Requested = ISubscribePacket['subscriptions'][number]
type WrittenFilter = Pick<Subscription, 'topic' | 'filter' | 'group' | 'isExclusive'>

/**
 * Returns the topic filter that a client's filter stands for: without `$exclusive/` and rewritten by the operator's
 * rules.
 */
export function readFilter(
  connection: ConnectionContext,
  session: MqttSession,
  topic: string,
): WrittenFilter {
  const exclusive = exclusiveFilter(topic)
  const bare = exclusive ?? topic
  const { filter, group } = parseShared(bare)
  const { clientid, username } = session
  const rewritten = connection.core.settings.rewrite.subscribe(filter, { clientid, username })
  const isUsable = topicFilterFault(rewritten) === undefined
  const real = session.details.mountpoint + (isUsable ? rewritten : filter)
  const share = bare.slice(0, bare.length - filter.length)
  return {
    topic: share + real,
    filter: real,
    group,
    ...(exclusive === undefined ? {} : { isExclusive: true }),
  }
}

/** Returns the subscription that a client requests, or the reason code of its refusal. */
export function readRequestedSubscription(
  connection: ConnectionContext,
  session: MqttSession,
  requested: Requested,
  identifier: number | undefined,
): Subscription | number {
  const { topic, qos, nl, rap, rh } = requested
  if (topicFilterFault(exclusiveFilter(topic) ?? topic) !== undefined) return topicFilterInvalid
  const { mqtt } = connection.core.settings
  const written = readFilter(connection, session, topic)
  const isVersion5 = connection.wire.version === 5
  return (
    subscribeRefusal(written, mqtt) ?? {
      ...written,
      qos: asQos(Math.min(qos, mqtt.maxQos)),
      nl: (isVersion5 ? nl === true : mqtt.ignoresLoops) ? 1 : 0,
      rap: (isVersion5 ? rap === true : session.isBridge) ? 1 : 0,
      rh: rh === 1 ? 1 : rh === 2 ? 2 : 0,
      ...(identifier !== undefined && { subscriptionIdentifier: identifier }),
    }
  )
}

/**
 * Returns a reason code if the session or the broker has reached a limit on subscriptions or another session holds
 * the exclusive filter; undefined otherwise.
 */
export function subscriptionQuota(
  { registry, capacity }: Pick<BrokerServices, 'registry' | 'capacity'>,
  session: MqttSession,
  { topic, filter, isExclusive }: Subscription,
): number | undefined {
  const isOneMore = !session.subscriptions.has(topic)
  if (isOneMore && session.subscriptions.size >= session.rules.maxSubscriptions) return quotaExceeded
  if (isOneMore && !capacity.hasRoomForFilter(filter)) {
    capacity.overran('subscriptions', session.clientid)
    return quotaExceeded
  }
  const isTaken = isExclusive === true && !registry.claims(session, filter)
  return isTaken ? quotaExceeded : undefined
}
