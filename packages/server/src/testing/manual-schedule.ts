import type { Schedule } from '#health/real-time.ts'

/** A schedule whose time advances only when a test says so. */
export class ManualSchedule implements Schedule {
  #now = Date.parse('2026-11-30T02:00:00.000Z')
  readonly #due = new Set<{ readonly at: number; readonly act: () => void }>()

  now(): number {
    return this.#now
  }

  after(milliseconds: number, act: () => void): () => void {
    const one = { at: this.#now + milliseconds, act }
    this.#due.add(one)
    return () => void this.#due.delete(one)
  }

  /** The times until the pending actions, in milliseconds, the next action first. */
  get waiting(): readonly number[] {
    return [...this.#due].map(({ at }) => at - this.#now).sort((a, b) => a - b)
  }

  advance(milliseconds: number): void {
    const end = this.#now + milliseconds
    for (;;) {
      const [next] = [...this.#due].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)
      if (next === undefined) break
      this.#due.delete(next)
      this.#now = next.at
      next.act()
    }
    this.#now = end
  }
}
