import type { MonitorSample } from '@brokerdeck/contract/monitor.ts'
import type { Point, Span, Track } from '#kit/chart/align-tracks.ts'
import { bucketOf, type HistoryRange, secondsOf } from './history-ranges.ts'

const kinds = {
  received: 'counter',
  sent: 'counter',
  dropped: 'counter',
  connections: 'gauge',
  live_connections: 'gauge',
  subscriptions: 'gauge',
  topics: 'gauge',
} as const
export type HistoryMeasure = keyof typeof kinds

/** From the broker's clock, not the browser's: the answer ends with the bucket of the moment it was asked. */
export function historyWindow(
  samples: readonly MonitorSample[],
  range: HistoryRange,
  answeredAt: number,
): Span {
  const newest = samples.at(-1)?.time_stamp
  const to = newest === undefined ? answeredAt : newest + bucketOf(range)
  return { from: to - secondsOf(range) * 1000, to }
}

/**
 * Buckets of a minute and more are sums of several samples. The newest is still being filled and the oldest of a full
 * range has lost its beginning: as rates both would be too low, so they are unknown.
 */
function wholeBuckets(samples: readonly MonitorSample[], range: HistoryRange): readonly MonitorSample[] {
  const bucket = bucketOf(range)
  const [first] = samples
  const last = samples.at(-1)
  if (bucket < 60_000 || !first || !last) return samples
  const isFull = last.time_stamp - first.time_stamp >= secondsOf(range) * 1000 - 2 * bucket
  return samples.slice(isFull ? 1 : 0, -1)
}

export function historyTrack(
  samples: readonly MonitorSample[],
  measure: HistoryMeasure,
  range: HistoryRange,
): Track {
  const kind = kinds[measure]
  const counted = kind === 'counter' ? wholeBuckets(samples, range) : samples
  const points = counted.map((sample): Point => ({ time: sample.time_stamp, value: sample[measure] }))
  return { kind, points }
}
