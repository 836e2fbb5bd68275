/** What the broker was at when it failed: a fixed set, so that counters stay few. */
export type FaultPlace =
  | 'event'
  | 'packet'
  | 'promise'
  | 'rule'
  | 'rule_action'
  | 'screening'
  | 'timer'
  | 'trace'

/** A fault of this broker, not of what it was given: something was thrown that nobody expected. */
export interface Fault {
  readonly place: FaultPlace
  /** Which of them: a rule, an event, a client. */
  readonly subject: string
  readonly error: unknown
}

/**
 * Ends the one piece of work that fails (a packet, a timer, a rule) instead of the process. Each fault is counted and
 * told, and goes no further.
 */
export class Faults {
  readonly #counts = new Map<FaultPlace, number>()
  #tell: (fault: Fault) => void = () => undefined

  /** Who is told of each fault. It must not throw. */
  onFault(tell: (fault: Fault) => void): void {
    this.#tell = tell
  }

  /** How many there were since the start. */
  get counts(): ReadonlyMap<FaultPlace, number> {
    return this.#counts
  }

  report(place: FaultPlace, subject: string, error: unknown): void {
    this.#counts.set(place, (this.#counts.get(place) ?? 0) + 1)
    this.#tell({ place, subject, error })
  }

  /** Does the work; undefined where it has thrown. */
  contain<T>(place: FaultPlace, subject: string, work: () => T): T | undefined {
    try {
      return work()
    } catch (error) {
      this.report(place, subject, error)
      return undefined
    }
  }

  /** Does work that nobody waits for, which may go on after it has returned. */
  run(place: FaultPlace, subject: string, work: () => unknown): void {
    const done = this.contain(place, subject, work)
    if (done instanceof Promise) done.catch((error: unknown) => this.report(place, subject, error))
  }

  /** For a promise that nobody waits for. */
  watch(subject: string, promise: Promise<unknown>): void {
    promise.catch((error: unknown) => this.report('promise', subject, error))
  }
}
