import type { Faults } from './faults.ts'

/** Time as the world sees it; tests give their own and need no sleep. */
export interface Clock {
  now(): number
  wait(milliseconds: number): Promise<void>
  /** Runs at each full multiple of the interval until stopped. */
  every(milliseconds: number, run: () => unknown): () => void
}

/** The same clock for work that may fail: a run that throws or rejects ends that run, and the next one comes. */
export function containTimers(clock: Clock, faults: Faults): Clock {
  return {
    now: () => clock.now(),
    wait: (milliseconds) => clock.wait(milliseconds),
    every: (milliseconds, run) =>
      clock.every(milliseconds, () => faults.run('timer', `every ${milliseconds} ms`, run)),
  }
}

/** What a timer can wait; longer ones fire at once. */
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
            // A timer may fire a little early: the same multiple must not come twice.
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
