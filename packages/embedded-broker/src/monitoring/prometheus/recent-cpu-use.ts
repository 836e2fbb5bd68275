import type { Clock } from '../../broker/clock.ts'
import { cpuMeter } from '../../broker/system-load.ts'

const shortest = 1_000

/** Percent of all processors that were busy lately; asked for several nodes at once it gives all of them the same. */
export function recentCpuUse(clock: Pick<Clock, 'now'>): () => number {
  const measure = cpuMeter()
  let measuredAt = Number.NEGATIVE_INFINITY
  let use = 0
  return () => {
    if (clock.now() - measuredAt < shortest) return use
    measuredAt = clock.now()
    use = measure()
    return use
  }
}
