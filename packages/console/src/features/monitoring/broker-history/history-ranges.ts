/** Specification §9. The names are what a link holds. */
export const historyRanges = ['1h', '6h', '12h', '1d', '3d', '7d'] as const
export type HistoryRange = (typeof historyRanges)[number]

export const defaultRange: HistoryRange = '1h'

const seconds: Record<HistoryRange, number> = {
  '1h': 3600,
  '6h': 21_600,
  '12h': 43_200,
  '1d': 86_400,
  '3d': 259_200,
  '7d': 604_800,
}

export function getRangeSeconds(range: HistoryRange): number {
  return seconds[range]
}

/** Milliseconds of the buckets in which the broker answers up to an hour: it samples as often. */
export const fineBucket = 10_000

/** Milliseconds of one bucket: the broker down-samples by the range that is asked for. */
export function getBucketMs(range: HistoryRange): number {
  if (seconds[range] <= 3600) return fineBucket
  if (seconds[range] <= 86_400) return 60_000
  return seconds[range] <= 259_200 ? 300_000 : 600_000
}

/** A few buckets at once: what an answer repeats weighs more than what it brings. */
export function getPollSeconds(range: HistoryRange): number {
  return seconds[range] <= 3600 ? 30 : 60
}

/** The nodes one by one, for a chart of all of them. */
export const pollSecondsByNode = 60
