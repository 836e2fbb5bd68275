import { type NamedNumbers, type NodeNumbers, splitNode } from '@brokerdeck/contract/monitoring/per-node.ts'
import { brokerHistory as m } from '#features/monitoring/messages/metrics.ts'

/** The counters of published messages that were not received by any or by every subscriber. */
const dropCounters = [
  'delivery.dropped.queue_full',
  'messages.dropped.no_subscribers',
  'delivery.dropped.expired',
  'delivery.dropped.too_large',
  'delivery.dropped.qos0_msg',
  'packets.publish.dropped',
  'messages.dropped.await_pubrel_timeout',
  'delivery.dropped.no_local',
] as const
export type DropReason = (typeof dropCounters)[number] | 'other'

export const dropReasons: readonly DropReason[] = [...dropCounters, 'other']

/** The reasons that lose nothing: there was no subscriber, or the receiver asked not to receive its own messages. */
const harmless: readonly DropReason[] = ['messages.dropped.no_subscribers', 'delivery.dropped.no_local']
export const lossReasons = dropReasons.filter((reason) => !harmless.includes(reason))

export type DropCounts = Readonly<Record<DropReason, number>>

interface DropPoint {
  readonly time: number
  /** The seconds during which `counts` were dropped. */
  readonly seconds: number
  readonly counts: DropCounts
}

/** Counts drops while the console is open, because the broker keeps no history of messages dropped at delivery. */
export interface DropLog {
  readonly byNode: ReadonlyMap<string, DropCounts>
  readonly beganAt: number
  readonly readAt: number
  /** The drops since the nodes started. */
  readonly totals: DropCounts
  /** The drops since the console began to count. */
  readonly added: DropCounts
  readonly points: readonly DropPoint[]
}

/** The points of one day, at two points per minute. */
const mostPoints = 2880
/** Over intervals shorter than this, a rate fluctuates too much. */
const leastMs = 1000

/** Adds a reading of the counters of all nodes that responded to the log. */
export function addReading(log: DropLog | undefined, answer: readonly NodeNumbers[], at: number): DropLog {
  if (log !== undefined && at - log.readAt < leastMs) return log
  const now = new Map(
    answer
      .filter((entry) => typeof entry['reason'] !== 'string')
      .map(splitNode)
      .map(({ node, values }) => [node, toDropCounts(values)]),
  )
  const byNode = new Map([...(log?.byNode ?? []), ...now])
  const totals = [...now.values()].reduce(sum, none)
  if (log === undefined) return { byNode, beganAt: at, readAt: at, totals, added: none, points: [] }
  const counts = [...now].map(([node, after]) => countAddedOn(log.byNode.get(node), after)).reduce(sum, none)
  const point = { time: at, seconds: (at - log.readAt) / 1000, counts }
  return {
    byNode,
    beganAt: log.beganAt,
    readAt: at,
    totals,
    added: sum(log.added, counts),
    points: [...log.points, point].slice(-mostPoints),
  }
}

/** Returns the current drops per second, or undefined until there are two readings. */
export function dropRates(log: DropLog | undefined): DropCounts | undefined {
  const last = log?.points.at(-1)
  return last && mapCounts((reason) => last.counts[reason] / last.seconds)
}

export function sumDropCounts(counts: DropCounts, reasons: readonly DropReason[]): number {
  return reasons.reduce((total, reason) => total + counts[reason], 0)
}

/** Returns the reason with the most drops, or undefined if nothing was dropped. */
export function mainReason(counts: DropCounts, reasons = dropReasons): DropReason | undefined {
  const [first] = [...reasons].sort((a, b) => counts[b] - counts[a])
  return first !== undefined && counts[first] > 0 ? first : undefined
}

const mapCounts = (value: (reason: DropReason) => number): DropCounts => ({
  'delivery.dropped.queue_full': value('delivery.dropped.queue_full'),
  'messages.dropped.no_subscribers': value('messages.dropped.no_subscribers'),
  'delivery.dropped.expired': value('delivery.dropped.expired'),
  'delivery.dropped.too_large': value('delivery.dropped.too_large'),
  'delivery.dropped.qos0_msg': value('delivery.dropped.qos0_msg'),
  'packets.publish.dropped': value('packets.publish.dropped'),
  'messages.dropped.await_pubrel_timeout': value('messages.dropped.await_pubrel_timeout'),
  'delivery.dropped.no_local': value('delivery.dropped.no_local'),
  other: value('other'),
})

const none = mapCounts(() => 0)

const sum = (a: DropCounts, b: DropCounts): DropCounts => mapCounts((reason) => a[reason] + b[reason])

/** The earlier drops of a new node are not counted; a counter that decreased belongs to a node that has restarted. */
const countAddedOn = (before: DropCounts | undefined, after: DropCounts): DropCounts =>
  before === undefined
    ? none
    : mapCounts((reason) => (after[reason] < before[reason] ? after[reason] : after[reason] - before[reason]))

/** `other` is the part of the two totals beyond the known reasons, since a newer broker may have more of them. */
function toDropCounts(values: NamedNumbers): DropCounts {
  const read = (name: string) => values[name] ?? 0
  const known = dropCounters
    .filter((name) => name !== 'packets.publish.dropped')
    .reduce((total, name) => total + read(name), 0)
  const other = Math.max(0, read('messages.dropped') + read('delivery.dropped') - known)
  return mapCounts((reason) => (reason === 'other' ? other : read(reason)))
}

/** The texts of the chart legend for the reasons. */
export const dropWords: Readonly<Record<DropReason, string>> = {
  'delivery.dropped.queue_full': m.queueFull,
  'messages.dropped.no_subscribers': m.noSubscriber,
  'delivery.dropped.expired': m.expired,
  'delivery.dropped.too_large': m.tooLarge,
  'delivery.dropped.qos0_msg': m.qos0,
  'packets.publish.dropped': m.receiveMaximum,
  'messages.dropped.await_pubrel_timeout': m.pubrelTimeout,
  'delivery.dropped.no_local': m.noLocal,
  other: m.otherReasons,
}
