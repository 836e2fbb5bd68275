import type { MonitorSample } from '@brokerdeck/contract/monitoring/monitor.ts'
import type { Point, Span, Track } from '#kit/chart/align-tracks.ts'
import { fineBucket, getBucketMs, getRangeSeconds, type HistoryRange } from './history-ranges.ts'
import { hasFigures, type KnownHistory } from './known-history.ts'

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

/** The minimum number of buckets shown of a history that has only begun. */
const leastBuckets = 6

/**
 * Returns the time window of the charts. It is based on the broker's clock, not the browser's: the response ends with
 * the bucket of the time of the request. The time before the first sample is no gap, because the history begins
 * there.
 */
export function historyWindow(
  samples: readonly MonitorSample[],
  range: HistoryRange,
  answeredAt: number,
): Span {
  const bucket = getBucketMs(range)
  const newest = samples.at(-1)?.time_stamp
  const to = newest === undefined ? answeredAt : newest + bucket
  const whole = to - getRangeSeconds(range) * 1000
  const begins = samples.find(hasFigures)?.time_stamp
  return {
    from: begins === undefined ? whole : Math.max(whole, Math.min(begins, to - leastBuckets * bucket)),
    to,
  }
}

/**
 * Returns the points of a counter. Buckets of a minute and more are sums of several samples. The oldest bucket is cut
 * off, or the broker had not begun to sample: its rate would be too low, so it is undefined. For the newest bucket,
 * the sampled share is known.
 */
function countPoints(
  { samples, newestShare }: KnownHistory,
  measure: HistoryMeasure,
  range: HistoryRange,
): Point[] {
  const isSummed = getBucketMs(range) > fineBucket
  const begins = samples.findIndex(hasFigures)
  const newest = samples.length - 1
  return samples.map((sample, i): Point => {
    const value = sample[measure]
    const time = sample.time_stamp
    if (isSummed && i === begins && begins < newest) return { time, value: undefined }
    return { time, value: i === newest && value !== undefined ? value / newestShare : value }
  })
}

export function historyTrack(history: KnownHistory, measure: HistoryMeasure, range: HistoryRange): Track {
  const kind = kinds[measure]
  const points =
    kind === 'counter'
      ? countPoints(history, measure, range)
      : history.samples.map((sample): Point => ({ time: sample.time_stamp, value: sample[measure] }))
  return { kind, points }
}
