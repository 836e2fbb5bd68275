import { brokerHistory as m } from '#features/monitoring/messages/metrics.ts'
import { type Alignment, alignTracks, type Span, type Track } from '#kit/chart/align-tracks.ts'
import type { SeriesColor } from '#kit/chart/plot-options.ts'
import type { Series } from '#kit/chart/time-series.tsx'
import { type DropLog, type DropReason, dropReasons, dropWords } from './drop-log.ts'
import { getBucketMs, type HistoryRange, pollSecondsByNode } from './history-ranges.ts'
import { type HistoryMeasure, historyTrack } from './history-tracks.ts'
import type { KnownHistory } from './known-history.ts'

export interface HistoryChart {
  readonly title: string
  readonly unit?: string
  readonly isWhole: boolean
  /** True for a chart with one series per node; its series are not summed. */
  readonly isByNode?: boolean
  readonly series: readonly Series[]
  readonly alignment: Alignment | undefined
}

/** The history of one node in a chart by node: undefined while loading, `none` if the node cannot be queried. */
export interface NodeHistory {
  readonly label: string
  readonly history: KnownHistory | 'none' | undefined
  /** True for a node that is stopped or no longer listed. */
  readonly isAway: boolean
}

interface Line extends Series {
  readonly measure: HistoryMeasure
}

interface Plan {
  readonly title: string
  readonly unit?: string
  readonly isWhole: boolean
  readonly lines: readonly Line[]
}

// Each series has the same colour in every chart: in, out, subscriptions, drops, topics, other.
const messages: Plan = {
  title: m.messages,
  unit: m.perSecond,
  isWhole: false,
  lines: [
    { measure: 'received', label: m.in, color: 'c1' },
    { measure: 'sent', label: m.out, color: 'c2' },
  ],
}
const connections: Plan = {
  title: m.connectionsAndSessions,
  isWhole: true,
  lines: [
    { measure: 'live_connections', label: m.live, color: 'c1' },
    { measure: 'connections', label: m.sessions, color: 'c6' },
  ],
}
const subscriptions: Plan = {
  title: m.subscriptions,
  isWhole: true,
  lines: [{ measure: 'subscriptions', label: m.subscriptions, color: 'c3' }],
}
const topics: Plan = {
  title: m.topics,
  isWhole: true,
  lines: [{ measure: 'topics', label: m.topics, color: 'c5' }],
}

const nodeColors: readonly SeriesColor[] = ['c1', 'c2', 'c3', 'c4', 'c5', 'c6']
/** The maximum number of nodes in the chart by node. Each node takes one request and one colour. */
export const mostNodesInChart = nodeColors.length

const dropColors: readonly SeriesColor[] = ['c4', 'c1', 'c2', 'c3', 'c5']

/**
 * Creates the chart of dropped messages. The broker keeps a history of `messages.dropped` only. Drops at delivery and
 * for exceeding the receive maximum are known since the console began to count; reasons that occurred are shown.
 */
function createDroppedChart(
  history: KnownHistory | undefined,
  drops: DropLog | undefined,
  range: HistoryRange,
  align: (tracks: readonly Track[]) => Alignment,
): HistoryChart {
  const routed: readonly DropReason[] = [
    'messages.dropped.no_subscribers',
    'messages.dropped.await_pubrel_timeout',
  ]
  const occurred = dropReasons.filter(
    (reason) =>
      !routed.includes(reason) &&
      (reason === 'delivery.dropped.queue_full' || (drops?.added[reason] ?? 0) > 0),
  )
  const reasons = occurred.slice(0, dropColors.length)
  const track = (reason: DropReason): Track => ({
    kind: 'gauge',
    points: (drops?.points ?? []).map(({ time, seconds, counts }) => ({
      time: time - (drops ? measureSkew(drops, history) : 0),
      value: counts[reason] / seconds,
    })),
  })
  return {
    title: m.dropped,
    unit: m.perSecond,
    isWhole: false,
    series: [
      { label: m.notRouted, color: 'c6' },
      ...reasons.map((reason, i): Series => ({ label: dropWords[reason], color: dropColors[i] ?? 'c4' })),
    ],
    alignment: history && align([historyTrack(history, 'dropped', range), ...reasons.map(track)]),
  }
}

const worthMoving = 30_000

/** Returns how far the clock of this machine is ahead of the broker's, in milliseconds, if the chart would show it. */
function measureSkew({ readAt }: DropLog, history: KnownHistory | undefined): number {
  const newest = history?.samples.at(-1)?.time_stamp
  const skew = newest === undefined ? 0 : (history?.askedAt ?? readAt) - newest
  return Math.abs(skew) > worthMoving ? skew : 0
}

export function historyCharts(
  history: KnownHistory | undefined,
  byNode: readonly NodeHistory[],
  drops: DropLog | undefined,
  range: HistoryRange,
  window: Span,
): readonly HistoryChart[] {
  const align = (tracks: readonly Track[]) =>
    alignTracks(tracks, {
      window,
      step: getBucketMs(range),
      // The newest bucket may be incomplete, and the response of another node may be one poll older.
      tolerance: getBucketMs(range) + pollSecondsByNode * 1000,
    })
  const liveTrack = (known: NodeHistory['history']): Track =>
    known === undefined || known === 'none'
      ? { kind: 'gauge', points: [] }
      : historyTrack(known, 'live_connections', range)
  const draw = ({ lines, ...plan }: Plan): HistoryChart => ({
    ...plan,
    series: lines,
    alignment: history && align(lines.map(({ measure }) => historyTrack(history, measure, range))),
  })
  const nodes: HistoryChart = {
    title: m.connections,
    unit: m.byNode,
    isByNode: true,
    isWhole: true,
    series: byNode.map(({ label }, i) => ({ label, color: nodeColors[i] ?? 'c6' })),
    alignment: byNode.some((node) => node.history === undefined)
      ? undefined
      : align(byNode.map(({ history: known }) => liveTrack(known))),
  }
  return [
    draw(messages),
    ...(byNode.length > 0 ? [nodes] : []),
    createDroppedChart(history, drops, range, align),
    draw(connections),
    draw(subscriptions),
    draw(topics),
  ]
}
