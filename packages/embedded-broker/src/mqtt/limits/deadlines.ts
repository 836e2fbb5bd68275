import type { Faults } from '../../runtime/faults.ts'

const tickMilliseconds = 250

/**
 * Runs functions at given times of the wall clock. A single coarse ticker replaces one timer per function: thousands
 * of sessions wait for hours, longer than setTimeout can wait (2^31 ms), and the clock may be moved by the caller
 * that provides it.
 */
export class Deadlines {
  readonly #now: () => number
  readonly #due = new Map<string, { readonly at: number; readonly run: () => void }>()
  readonly #everyTick: (() => void)[] = []
  readonly #faults: Faults
  #timer: NodeJS.Timeout | undefined

  constructor(now: () => number, faults: Faults) {
    this.#now = now
    this.#faults = faults
  }

  set(key: string, at: number, run: () => void): void {
    this.#due.set(key, { at, run })
  }

  delete(key: string): void {
    this.#due.delete(key)
  }

  onTick(run: () => void): void {
    this.#everyTick.push(run)
  }

  start(): void {
    this.#timer ??= setInterval(() => this.#tick(), tickMilliseconds).unref()
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #tick(): void {
    const now = this.#now()
    for (const [key, { at, run }] of this.#due) {
      if (at > now) continue
      this.#due.delete(key)
      this.#faults.contain('timer', key, run)
    }
    for (const run of this.#everyTick) this.#faults.contain('timer', 'tick', run)
  }
}
