/** Time as the world sees it; tests give their own and need no sleep. */
export interface Clock {
  now(): number
  wait(milliseconds: number): Promise<void>
  /** Runs at each full multiple of the interval until stopped. */
  every(milliseconds: number, run: () => void): () => void
}

export function systemClock(now: () => number = Date.now): Clock {
  return {
    now,
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds).unref()),
    every(milliseconds, run) {
      let timer: NodeJS.Timeout
      const planAfter = (time: number) => {
        const target = time - (time % milliseconds) + milliseconds
        const delay = Math.min(milliseconds, Math.max(0, target - now()))
        timer = setTimeout(() => {
          run()
          // A timer may fire a little early: the same multiple must not come twice.
          planAfter(Math.max(target, now()))
        }, delay)
        timer.unref()
      }
      planAfter(now())
      return () => clearTimeout(timer)
    },
  }
}
