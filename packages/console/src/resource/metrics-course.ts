import type { Counts } from './managed-resource.ts'

export interface CourseSample<Name extends string> {
  /** Epoch milliseconds. */
  readonly at: number
  readonly counts: Counts<Name>
}

/** What was counted while a page is open. */
interface Course<Name extends string> {
  /** Returns all samples with the newest. One that was read again takes its own place. */
  readonly add: (newest: CourseSample<Name>) => readonly CourseSample<Name>[]
}

const MOST = 720

/**
 * Keeps the whole time that a page is open in a bounded number of samples: whenever they are too many, every other one
 * goes and the next ones come half as often. Counters only grow, so what happened in between is not lost.
 */
export function createCourse<Name extends string>(): Course<Name> {
  let samples: readonly CourseSample<Name>[] = []
  let spacing = 0
  return {
    add: (newest) => {
      const last = samples.at(-1)
      if (last !== undefined && last.at > newest.at) return samples
      if (last?.at === newest.at && last.counts === newest.counts) return samples
      // The newest moves along until it is as far from the one before as all others are.
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
