import type { MonitorSample } from '@brokerdeck/contract/monitoring/monitor.ts'
import { fineBucket, getBucketMs, getRangeSeconds, type HistoryRange } from './history-ranges.ts'

/** Holds the known history of a cluster or a node, which grows with each poll. */
export interface KnownHistory {
  /** The buckets of the range, oldest first. */
  readonly samples: readonly MonitorSample[]
  /** The fine buckets that make up the newest buckets of the range, as far as the next response may change them. */
  readonly recent: readonly MonitorSample[]
  /** The sampled share of the newest bucket, 0 to 1: its count divided by this share is its rate. */
  readonly newestShare: number
  /** The time of the request by the clock of this machine. */
  readonly askedAt: number
}

const counters: readonly (keyof MonitorSample)[] = [
  'received',
  'sent',
  'dropped',
  'persisted',
  'validation_succeeded',
  'validation_failed',
  'transformation_succeeded',
  'transformation_failed',
]

/** The nodes sample at different moments, so the newest buckets still change. */
const unsettled = 2 * fineBucket
const overlapSeconds = 30
/** EMQX returns shorter spans in buckets of one second. */
const leastSeconds = 61
/** EMQX returns longer spans in buckets of a minute and more. */
const mostSeconds = 3600

/** Returns the seconds to request to get all new samples, or undefined if the whole range has to be requested. */
export function secondsToAsk(known: KnownHistory, now: number): number | undefined {
  // Nothing was sampled yet, so there is nothing to add to.
  if (!known.samples.some(hasFigures)) return undefined
  const elapsed = Math.ceil((now - known.askedAt) / 1000)
  const seconds = Math.max(elapsed + overlapSeconds, leastSeconds)
  return seconds > mostSeconds ? undefined : seconds
}

/** Returns the seconds to request in fine buckets to cover the newest bucket of a range. */
export function newestBucketSeconds(range: HistoryRange): number {
  return Math.max(getBucketMs(range) / 1000 + overlapSeconds, leastSeconds)
}

/** Joins all samples that the broker has of a range with the fine buckets at its end. */
export function wholeHistory(
  samples: readonly MonitorSample[],
  fine: readonly MonitorSample[],
  range: HistoryRange,
  askedAt: number,
): KnownHistory {
  const known = { samples, recent: [], newestShare: 1, askedAt }
  const newest = (samples.at(-1) ?? fine[0])?.time_stamp
  if (newest === undefined) return known
  const hasOnlyNewest = samples.findIndex(hasFigures) >= samples.length - 1
  const start = findBucketStart(newest, getBucketMs(range))
  // A history that began within its newest bucket is covered from the beginning, because no samples precede it.
  const beginning = [{ time_stamp: start - fineBucket }, { time_stamp: start }]
  const answer = hasOnlyNewest
    ? [...beginning, ...fine.filter(({ time_stamp: time }) => time >= start)]
    : fine
  return joinHistory(known, answer, range, askedAt)
}

/** Joins the known history with newer samples, in the buckets of the range. */
export function joinHistory(
  known: KnownHistory,
  answer: readonly MonitorSample[],
  range: HistoryRange,
  askedAt: number,
): KnownHistory {
  const width = getBucketMs(range)
  const fine = joinFine(known.recent, answer)
  const [firstFine] = fine
  const newestFine = fine.at(-1)
  if (!firstFine || !newestFine) return { ...known, askedAt }
  const newestKnown = known.recent.at(-1)?.time_stamp ?? known.samples.at(-1)?.time_stamp
  // A bucket that the fine buckets cover only in part stays as the broker returned it.
  const from =
    newestKnown === undefined
      ? findBucketStart(firstFine.time_stamp, width)
      : Math.max(
          findBucketStart(newestKnown - unsettled, width),
          findBucketStart(firstFine.time_stamp + width - 1, width),
        )
  const folded = fold(
    fine.filter(({ time_stamp: time }) => time >= from),
    width,
  )
  const oldest = findBucketStart(newestFine.time_stamp, width) + width - getRangeSeconds(range) * 1000
  const kept = known.samples.filter(({ time_stamp: time }) => time >= oldest && time < from)
  const unsettledFrom = findBucketStart(newestFine.time_stamp - unsettled, width)
  return {
    samples: [...kept, ...folded],
    recent: fine.filter(({ time_stamp: time }) => time >= unsettledFrom),
    newestShare: measureNewestShare(fine, newestFine.time_stamp, width),
    askedAt,
  }
}

export function hasFigures(sample: MonitorSample): boolean {
  return sample.connections !== undefined || sample.received !== undefined
}

function findBucketStart(time: number, width: number): number {
  return Math.floor(time / width) * width
}

/**
 * Joins fine buckets. A response begins within a bucket, so its first bucket is left out; a bucket that is empty now
 * was not sampled yet.
 */
function joinFine(known: readonly MonitorSample[], answer: readonly MonitorSample[]): MonitorSample[] {
  const joined = new Map(known.map((sample) => [sample.time_stamp, sample]))
  for (const sample of answer.slice(1)) {
    const before = joined.get(sample.time_stamp)
    if (before === undefined || hasFigures(sample)) joined.set(sample.time_stamp, sample)
  }
  return [...joined.values()].sort((a, b) => a.time_stamp - b.time_stamp)
}

/** Folds fine buckets into wider ones as the broker does: counters are summed, all other figures take their peak. */
function fold(fine: readonly MonitorSample[], width: number): MonitorSample[] {
  const buckets = new Map<number, MonitorSample>()
  for (const sample of fine) {
    const start = findBucketStart(sample.time_stamp, width)
    const before = buckets.get(start) ?? { time_stamp: start }
    buckets.set(start, hasFigures(sample) ? together(before, sample) : before)
  }
  return [...buckets.values()]
}

function together(before: MonitorSample, sample: MonitorSample): MonitorSample {
  const sums = counters.flatMap((name) => {
    const [a, b] = [before[name], sample[name]]
    return a === undefined && b === undefined ? [] : [[name, (a ?? 0) + (b ?? 0)] as const]
  })
  const { time_stamp: _time, ...figures } = sample
  const peaks = Object.entries(figures).map(([name, value]) => {
    const seen = Object.entries(before).find(([key]) => key === name)?.[1]
    return [name, seen === undefined || (value ?? -1) > seen ? value : seen] as const
  })
  return {
    ...before,
    ...Object.fromEntries(peaks),
    ...Object.fromEntries(sums),
    time_stamp: before.time_stamp,
  }
}

function measureNewestShare(fine: readonly MonitorSample[], newest: number, width: number): number {
  const start = findBucketStart(newest, width)
  const sampled = fine.filter((sample) => sample.time_stamp >= start && hasFigures(sample)).length
  return Math.min(1, (sampled * fineBucket) / width) || 1
}
