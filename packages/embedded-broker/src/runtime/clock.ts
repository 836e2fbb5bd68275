import type { Faults } from './faults.ts'

/** The time source of the broker; tests pass their own clock and need no sleep. */
export interface Clock {
  now(): number
  wait(milliseconds: number): Promise<void>
  /** Runs the function at each full multiple of the interval until it is stopped. */
  every(milliseconds: number, run: () => unknown): () => void
}

/** Wraps a clock for work that may fail: an exception or rejection ends only that run, and the next run follows. */
export function containTimers(clock: Clock, faults: Faults): Clock {
  return {
    now: () => clock.now(),
    wait: (milliseconds) => clock.wait(milliseconds),
    every: (milliseconds, run) =>
      clock.every(milliseconds, () => faults.run('timer', `every ${milliseconds} ms`, run)),
  }
}

/** The longest delay of a timer, in milliseconds; with a longer delay a timer fires at once. */
const longestTimer = 0x7fffffff

export function systemClock(now: () => number = Date.now): Clock {
  return {
    now,
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds).unref()),
    every(milliseconds, run) {
      let timer: NodeJS.Timeout
      const waitFor = (target: number) => {
        const delay = Math.min(milliseconds, Math.max(0, target - now()))
        timer = setTimeout(
          () => {
            if (delay > longestTimer) return waitFor(target)
            run()
            // A timer may fire slightly early: the same multiple must not run twice.
            planAfter(Math.max(target, now()))
          },
          Math.min(delay, longestTimer),
        )
        timer.unref()
      }
      const planAfter = (time: number) => waitFor(time - (time % milliseconds) + milliseconds)
      planAfter(now())
      return () => clearTimeout(timer)
    },
  }
}
