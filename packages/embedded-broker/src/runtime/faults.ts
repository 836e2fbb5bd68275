/** The part of the broker in which a fault occurred: a fixed set, so that the number of counters stays small. */
export type FaultPlace =
  | 'event'
  | 'packet'
  | 'promise'
  | 'rule'
  | 'rule_action'
  | 'screening'
  | 'timer'
  | 'trace'

/** A bug of this broker, not an error of its input: an unexpected exception. */
export interface Fault {
  readonly place: FaultPlace
  /** The rule, event or client in question. */
  readonly subject: string
  readonly error: unknown
}

/**
 * Confines an exception to the piece of work that fails (a packet, a timer, a rule), so that the process continues.
 * Each fault is counted and reported, and is not thrown further.
 */
export class Faults {
  readonly #counts = new Map<FaultPlace, number>()
  #tell: (fault: Fault) => void = () => undefined

  /** Sets the function that is called with each fault. It must not throw. */
  onFault(tell: (fault: Fault) => void): void {
    this.#tell = tell
  }

  /** The number of faults since the start, by place. */
  get counts(): ReadonlyMap<FaultPlace, number> {
    return this.#counts
  }

  report(place: FaultPlace, subject: string, error: unknown): void {
    this.#counts.set(place, (this.#counts.get(place) ?? 0) + 1)
    this.#tell({ place, subject, error })
  }

  /** Runs the work; returns undefined if it throws. */
  contain<T>(place: FaultPlace, subject: string, work: () => T): T | undefined {
    try {
      return work()
    } catch (error) {
      this.report(place, subject, error)
      return undefined
    }
  }

  /** Runs work that is not awaited and that may continue after it has returned. */
  run(place: FaultPlace, subject: string, work: () => unknown): void {
    const done = this.contain(place, subject, work)
    if (done instanceof Promise) done.catch((error: unknown) => this.report(place, subject, error))
  }

  /** Reports the rejection of a promise that is not awaited. */
  watch(subject: string, promise: Promise<unknown>): void {
    promise.catch((error: unknown) => this.report('promise', subject, error))
  }
}
