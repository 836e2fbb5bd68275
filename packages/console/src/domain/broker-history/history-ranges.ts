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

export function secondsOf(range: HistoryRange): number {
  return seconds[range]
}

/** Milliseconds of one bucket: the broker down-samples by the range that is asked for. */
export function bucketOf(range: HistoryRange): number {
  if (seconds[range] <= 3600) return 10_000
  if (seconds[range] <= 86_400) return 60_000
  return seconds[range] <= 259_200 ? 300_000 : 600_000
}

/** A longer history does not change faster than its buckets. */
export function pollSecondsOf(range: HistoryRange): number {
  return seconds[range] <= 3600 ? 10 : 60
}
