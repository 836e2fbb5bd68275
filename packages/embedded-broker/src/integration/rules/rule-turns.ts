/** What rules do on one event, one rule after the other. */
export interface RuleJob {
  /** Does the next rule; false when there is none left. */
  next(): boolean
  /** Bytes that are kept while it waits. */
  readonly bytes: number
}

export interface RuleTurnLimits {
  /** Milliseconds for rules in one turn of the event loop: others are served in between. */
  readonly turnMs: number
  /** Jobs that may wait, and the bytes of their events. What comes beyond that is lost. */
  readonly jobs: number
  readonly bytes: number
  /** From so many waiting jobs on, clients are read no further until there are fewer. */
  readonly busyJobs: number
}

export const usualTurnLimits: RuleTurnLimits = {
  turnMs: 100,
  jobs: 20_000,
  bytes: 64 * 1_048_576,
  busyJobs: 200,
}

interface RuleTurnsOptions {
  readonly limits: RuleTurnLimits
  /** Milliseconds that only go forwards. */
  readonly now: () => number
  /** Runs something in the next turn of the event loop. */
  readonly defer: (run: () => void) => void
}

/**
 * Lets rules run at once, in the middle of what they are about, for as long as they are quick. Beyond their time in one
 * turn of the event loop they wait for the next one, in their order.
 */
export class RuleTurns {
  readonly #options: RuleTurnsOptions
  readonly #waiting: RuleJob[] = []
  #bytes = 0
  /** Of this turn, without the job that is being done. */
  #spentMs = 0
  /** When the job that is being done began; undefined while none is. */
  #since: number | undefined
  #isPlanned = false
  #isClosed = false

  constructor(options: RuleTurnsOptions) {
    this.#options = options
  }

  get isBusy(): boolean {
    return this.#waiting.length >= this.#options.limits.busyJobs
  }

  /** Returns false where too much waits already: the job is lost. */
  take(job: RuleJob): boolean {
    if (this.#isClosed || (this.#waiting.length === 0 && this.#work(job))) return true
    const { limits } = this.#options
    if (this.#waiting.length >= limits.jobs || this.#bytes + job.bytes > limits.bytes) return false
    this.#waiting.push(job)
    this.#bytes += job.bytes
    this.#plan()
    return true
  }

  close(): void {
    this.#isClosed = true
    this.#waiting.length = 0
    this.#bytes = 0
  }

  get #hasTime(): boolean {
    const { limits, now } = this.#options
    const running = this.#since === undefined ? 0 : now() - this.#since
    return this.#spentMs + running < limits.turnMs
  }

  /** True once the job is done; false where it has to go on in another turn. */
  #work(job: RuleJob): boolean {
    // What a rule publishes is part of what it does: its time is that of the rule.
    const isInner = this.#since !== undefined
    this.#plan()
    if (!isInner) this.#since = this.#options.now()
    try {
      while (this.#hasTime) if (!job.next()) return true
      return false
    } finally {
      if (!isInner && this.#since !== undefined) {
        this.#spentMs += this.#options.now() - this.#since
        this.#since = undefined
      }
    }
  }

  #plan(): void {
    if (this.#isPlanned || this.#isClosed) return
    this.#isPlanned = true
    this.#options.defer(() => this.#beginTurn())
  }

  #beginTurn(): void {
    this.#isPlanned = false
    this.#spentMs = 0
    for (let job = this.#waiting[0]; job !== undefined; job = this.#waiting[0]) {
      if (!this.#work(job)) break
      this.#waiting.shift()
      this.#bytes -= job.bytes
    }
    if (this.#waiting.length > 0) this.#plan()
  }
}
