import { parseShared } from '@brokerdeck/languages/topic.ts'
import type { ISubscribePacket, IUnsubscribePacket } from 'mqtt-packet'
import type { Verdict } from '../client/access.ts'
import { reasons } from '../client/reason.ts'
import type { PacketProperties } from '../events/client-events.ts'
import type { Subscription } from '../node/cluster.ts'
import { replayRetained } from '../retained/replay-retained.ts'
import { exclusiveFilter } from '../routing/exclusive-filters.ts'
import type { MqttSession } from '../session/session.ts'
import { afterAuthorization } from './after-authorization.ts'
import type { ConnectionContext } from './connection-context.ts'
import { readFilter, readRequestedSubscription, subscriptionQuota } from './requested-subscription.ts'
import { parsePacketProperties } from './wire-properties.ts'

const sliceLength = 500

const noSubscriptionExisted = 0x11
const allowed: Verdict = { permission: 'allow', source: 'default' }

type Requested = ISubscribePacket['subscriptions'][number]

interface MadeSubscription {
  readonly subscription: Subscription
  readonly isNew: boolean
}

/** The outcome of a packet so far. */
interface Outcome {
  readonly granted: number[]
  readonly made: MadeSubscription[]
  readonly writes: Promise<void>[]
  readonly properties: PacketProperties | undefined
}

const isOwnShare = ({ topic, nl }: Requested) =>
  nl === true && parseShared(exclusiveFilter(topic) ?? topic).group !== undefined

export function handleSubscribe(
  connection: ConnectionContext,
  session: MqttSession,
  packet: ISubscribePacket,
): void {
  const { core, nodeContext, wire } = connection
  const messageId = packet.messageId ?? 0
  const identifier = packet.properties?.subscriptionIdentifier
  const { subscriptions } = packet
  // These cases are protocol errors: MQTT-3.8.3-2; MQTT 5 §3.8.2.1.2; MQTT-3.8.3-4 (in MQTT 3 the broker itself sets
  // no local).
  const isOwn = wire.version === 5 && subscriptions.some(isOwnShare)
  if (subscriptions.length === 0 || identifier === 0 || isOwn) {
    nodeContext.metrics.count('packets.subscribe.error')
    connection.fail(reasons.protocolError)
    return
  }
  nodeContext.metrics.count('client.subscribe')
  if (core.events.isHeard('subscribing')) {
    const wanted = subscriptions.map(
      ({ topic, qos, nl, rap, rh = 0 }) =>
        ({
          ...({ topic, qos, nl: nl === true ? 1 : 0, rap: rap === true ? 1 : 0 } as const),
          rh: rh === 1 || rh === 2 ? rh : 0,
        }) as const,
    )
    core.events.emit('subscribing', { session, wanted })
  }
  const properties = parsePacketProperties(packet.properties)
  const outcome: Outcome = { granted: [], made: [], writes: [], properties }
  inSlices(
    connection,
    subscriptions,
    (slice, goOn) =>
      decide(connection, session, { slice, identifier }, (wanted) => {
        subscribe(connection, session, wanted, outcome)
        goOn()
      }),
    () =>
      connection.acks.after(outcome.writes, () => {
        wire.send({ cmd: 'suback', messageId, granted: outcome.granted })
        inSlices(connection, outcome.made, (slice, goOn) => {
          for (const { subscription, isNew } of slice)
            replayRetained(connection.core, session, subscription, isNew)
          goOn()
        })
      }),
  )
}

/** Calls `goOn` with the permitted subscriptions and the reason codes of the refused ones. */
function decide(
  connection: ConnectionContext,
  session: MqttSession,
  { slice, identifier }: { readonly slice: readonly Requested[]; readonly identifier: number | undefined },
  goOn: (wanted: readonly (Subscription | number)[]) => void,
): void {
  const { core, nodeContext } = connection
  const wanted = slice.map((one) => readRequestedSubscription(connection, session, one, identifier))
  const decisions = slice.map(({ topic, qos }, at) =>
    // An invalid topic filter is refused with its own reason code, without authorization.
    wanted[at] === reasons.topicFilterInvalid.code
      ? allowed
      : core.access.authorize(session, { kind: 'subscribe', qos }, topic),
  )
  afterAuthorization(connection, decisions, (verdicts) => {
    if (verdicts.some((verdict) => verdict.disconnects === true)) {
      connection.fail(reasons.notAuthorized)
      return
    }
    const permitted = wanted.map((one, at) => {
      if (verdicts[at]?.permission === 'allow') return one
      nodeContext.metrics.count('packets.subscribe.auth_error')
      return reasons.notAuthorized.code
    })
    goOn(permitted)
  })
}

function subscribe(
  { core, nodeContext, wire }: ConnectionContext,
  session: MqttSession,
  wanted: readonly (Subscription | number)[],
  { granted, made, writes, properties }: Outcome,
): void {
  for (const one of wanted) {
    const refused = typeof one === 'number' ? one : subscriptionQuota(core, session, one)
    if (typeof one === 'number' || refused !== undefined) {
      nodeContext.metrics.count('packets.subscribe.error')
      granted.push(wire.version === 5 ? (refused ?? 0x80) : 0x80)
      continue
    }
    const { isNew, stored } = core.registry.subscribe(session, one, properties)
    granted.push(one.qos)
    made.push({ subscription: one, isNew })
    if (stored !== undefined) writes.push(stored)
  }
}

export function handleUnsubscribe(
  connection: ConnectionContext,
  session: MqttSession,
  packet: IUnsubscribePacket,
): void {
  const { core, nodeContext, wire } = connection
  const messageId = packet.messageId ?? 0
  if (packet.unsubscriptions.length === 0) {
    nodeContext.metrics.count('packets.unsubscribe.error')
    connection.fail(reasons.protocolError)
    return
  }
  nodeContext.metrics.count('client.unsubscribe')
  const properties = parsePacketProperties(packet.properties)
  core.events.emit('unsubscribing', { session, topics: packet.unsubscriptions })
  const granted: number[] = []
  const writes: Promise<void>[] = []
  inSlices(
    connection,
    packet.unsubscriptions,
    (slice, goOn) => {
      for (const topic of slice) {
        const written = readFilter(connection, session, topic).topic
        const ended = core.registry.unsubscribe(session, written, properties)
        granted.push(ended === undefined ? noSubscriptionExisted : 0)
        if (ended?.stored !== undefined) writes.push(ended.stored)
      }
      goOn()
    },
    () => connection.acks.after(writes, () => wire.send({ cmd: 'unsuback', messageId, granted })),
  )
}

/**
 * Processes many items of a packet in slices, so that other clients are served in between; meanwhile the client's
 * packets wait. Stops silently when the connection ends.
 */
function inSlices<Item>(
  connection: ConnectionContext,
  items: readonly Item[],
  take: (slice: readonly Item[], goOn: () => void) => void,
  done: () => void = () => undefined,
): void {
  let at = 0
  const next = () => {
    if (at >= items.length) {
      done()
      return
    }
    const slice = items.slice(at, at + sliceLength)
    at += slice.length
    take(slice, at < items.length ? later : next)
  }
  const later = () => {
    connection.wire.holdInput('with-end')
    setImmediate(() => {
      connection.wire.releaseInput()
      if (!connection.isOver) connection.contain(next)
    })
  }
  next()
}
