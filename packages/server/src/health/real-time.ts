/** The time and what happens later; a test gives its own. */
export interface Schedule {
  /** Milliseconds since 1970. */
  now(): number
  /** Returns how to call it off. */
  after(milliseconds: number, act: () => void): () => void
}

/** What is still to happen does not keep the process. */
export const realTime: Schedule = {
  now: () => Date.now(),
  after(milliseconds, act) {
    const timer = setTimeout(act, milliseconds).unref()
    return () => clearTimeout(timer)
  },
}
