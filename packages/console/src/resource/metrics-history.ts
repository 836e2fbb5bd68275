import type { Counts } from './managed-resource.ts'

export interface MetricsSample<Name extends string> {
  /** The time in epoch milliseconds. */
  readonly at: number
  readonly counts: Counts<Name>
}

/** Records counters while a page is open. */
interface MetricsHistory<Name extends string> {
  /** Adds a sample and returns all samples. A sample with the time of the last one replaces it. */
  readonly add: (newest: MetricsSample<Name>) => readonly MetricsSample<Name>[]
}

const MOST = 720

/**
 * Keeps the whole time that a page is open in a bounded number of samples: when there are too many, every second one
 * is removed and the spacing of new ones doubles. Counters only grow, so no increase is lost.
 */
export function createMetricsHistory<Name extends string>(): MetricsHistory<Name> {
  let samples: readonly MetricsSample<Name>[] = []
  let spacing = 0
  return {
    add: (newest) => {
      const last = samples.at(-1)
      if (last !== undefined && last.at > newest.at) return samples
      if (last?.at === newest.at && last.counts === newest.counts) return samples
      // The newest sample is replaced until its distance from the previous one equals the spacing of the other
      // samples.
      const before = samples.at(-2)
      const isClose = last !== undefined && before !== undefined && last.at - before.at < spacing
      const takesPlace = last?.at === newest.at || isClose
      samples = [...(takesPlace ? samples.slice(0, -1) : samples), newest]
      if (samples.length > MOST) {
        samples = samples.filter((_, index) => index % 2 === 0)
        spacing = ((samples.at(-1)?.at ?? 0) - (samples[0]?.at ?? 0)) / (samples.length - 1)
      }
      return samples
    },
  }
}
