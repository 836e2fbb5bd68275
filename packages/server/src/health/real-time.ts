/** Provides the time and timers; tests use their own implementation. */
export interface Schedule {
  /** Returns the time in milliseconds since 1970. */
  now(): number
  /** Calls `act` after a delay; returns a function that cancels the call. */
  after(milliseconds: number, act: () => void): () => void
}

/** The real time; pending calls do not keep the process running. */
export const realTime: Schedule = {
  now: () => Date.now(),
  after(milliseconds, act) {
    const timer = setTimeout(act, milliseconds).unref()
    return () => clearTimeout(timer)
  },
}
