/** Lets the first of a kind through in each window and counts the rest. */
export class LogThrottle {
  #counts = new Map<string, number>()

  /** Whether this one is to be written. */
  admits(message: string): boolean {
    const count = this.#counts.get(message)
    this.#counts.set(message, count === undefined ? 0 : count + 1)
    return count === undefined
  }

  /** What was held back since the last time, by message; a new window begins. */
  take(): readonly (readonly [message: string, count: number])[] {
    const held = [...this.#counts].filter(([, count]) => count > 0)
    this.#counts = new Map()
    return held
  }
}
