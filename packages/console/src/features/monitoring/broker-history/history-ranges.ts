/** The names of the ranges, as the URL contains them (specification §9). */
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

/** The bucket width for ranges of up to an hour, in milliseconds. It equals the sampling interval of the broker. */
export const fineBucket = 10_000

/** Returns the bucket width in milliseconds. The broker down-samples according to the requested range. */
export function getBucketMs(range: HistoryRange): number {
  if (seconds[range] <= 3600) return fineBucket
  if (seconds[range] <= 86_400) return 60_000
  return seconds[range] <= 259_200 ? 300_000 : 600_000
}

/**
 * Returns the polling interval in seconds. One poll covers a few buckets, because most of a response repeats known
 * samples.
 */
export function getPollSeconds(range: HistoryRange): number {
  return seconds[range] <= 3600 ? 30 : 60
}

/** The polling interval for the histories of single nodes in the chart of all nodes. */
export const pollSecondsByNode = 60
