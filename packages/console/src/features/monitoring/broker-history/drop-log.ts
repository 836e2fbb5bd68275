import { type NamedNumbers, type NodeNumbers, splitNode } from '@brokerdeck/contract/monitoring/per-node.ts'
import { brokerHistory as m } from '#features/monitoring/messages/metrics.ts'

/** Every counter of messages that somebody published and nobody, or not everybody, received. */
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

/** Nobody was there to receive, or the receiver asked to be spared its own messages. */
const harmless: readonly DropReason[] = ['messages.dropped.no_subscribers', 'delivery.dropped.no_local']
export const lossReasons = dropReasons.filter((reason) => !harmless.includes(reason))

export type DropCounts = Readonly<Record<DropReason, number>>

interface DropPoint {
  readonly time: number
  /** That `counts` were dropped in. */
  readonly seconds: number
  readonly counts: DropCounts
}

/** The broker keeps no history of what was dropped at delivery, so the console counts while it watches. */
export interface DropLog {
  readonly byNode: ReadonlyMap<string, DropCounts>
  readonly beganAt: number
  readonly readAt: number
  /** Since the nodes started. */
  readonly totals: DropCounts
  /** Since the console began to count. */
  readonly added: DropCounts
  readonly points: readonly DropPoint[]
}

/** A day at two a minute. */
const mostPoints = 2880
/** Below it a rate jumps about. */
const leastMs = 1000

/** The counters of all nodes that answered, after those of before. */
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

/** What is dropped now, per second; undefined until there are two readings. */
export function dropRates(log: DropLog | undefined): DropCounts | undefined {
  const last = log?.points.at(-1)
  return last && mapCounts((reason) => last.counts[reason] / last.seconds)
}

export function sumDropCounts(counts: DropCounts, reasons: readonly DropReason[]): number {
  return reasons.reduce((total, reason) => total + counts[reason], 0)
}

/** The reason of most drops, unless there are none. */
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

/** A node that is new brings what it dropped before; one whose counters went back has started again. */
const countAddedOn = (before: DropCounts | undefined, after: DropCounts): DropCounts =>
  before === undefined
    ? none
    : mapCounts((reason) => (after[reason] < before[reason] ? after[reason] : after[reason] - before[reason]))

/** What the two totals count beyond the reasons known here, a newer broker may have more of them. */
function toDropCounts(values: NamedNumbers): DropCounts {
  const read = (name: string) => values[name] ?? 0
  const known = dropCounters
    .filter((name) => name !== 'packets.publish.dropped')
    .reduce((total, name) => total + read(name), 0)
  const other = Math.max(0, read('messages.dropped') + read('delivery.dropped') - known)
  return mapCounts((reason) => (reason === 'other' ? other : read(reason)))
}

/** Why a message was dropped, in a legend. */
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
