/** The runs of the rules on an event, one rule after the other. */
export interface RuleJob {
  /** Runs the next rule; returns false if no rule is left. */
  next(): boolean
  /** The number of bytes that are held while the job waits. */
  readonly bytes: number
}

export interface RuleTurnLimits {
  /** The time for rules in a turn of the event loop, in milliseconds: clients are served in between. */
  readonly turnMs: number
  /** The maximum number of waiting jobs; `bytes` limits the size of their events. Further jobs are dropped. */
  readonly jobs: number
  readonly bytes: number
  /** The number of waiting jobs from which on clients are no longer read until fewer jobs wait. */
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
  /** Returns milliseconds that never go back. */
  readonly now: () => number
  /** Runs a function in the next turn of the event loop. */
  readonly defer: (run: () => void) => void
}

/**
 * Runs rules synchronously, in the middle of the event, for as long as they are quick. Beyond their time in a turn of
 * the event loop they wait for the next turn, in their order.
 */
export class RuleTurns {
  readonly #options: RuleTurnsOptions
  readonly #waiting: RuleJob[] = []
  #bytes = 0
  /** The time used in this turn, without the running job. */
  #spentMs = 0
  /** The start of the running job; undefined while no job runs. */
  #since: number | undefined
  #isPlanned = false
  #isClosed = false

  constructor(options: RuleTurnsOptions) {
    this.#options = options
  }

  get isBusy(): boolean {
    return this.#waiting.length >= this.#options.limits.busyJobs
  }

  /** Accepts a job; returns false if too many jobs wait already and the job is dropped. */
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

  /** Runs a job; returns true once it is finished, false if it has to continue in another turn. */
  #work(job: RuleJob): boolean {
    // A message that a rule publishes is part of the rule's run, so its time counts as that of the rule.
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
