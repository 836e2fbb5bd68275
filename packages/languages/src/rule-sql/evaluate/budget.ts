import { RuleFailure } from './rule-failure.ts'

/** The limits of one evaluation. */
export interface EvaluationLimits {
  /** The maximum duration, in milliseconds. */
  readonly timeMs?: number
  /** The maximum number of steps, each of about 20 to 50 nanoseconds. */
  readonly steps?: number
  /** The maximum number of characters and bytes that the evaluation creates in all. */
  readonly bytes?: number
  /** The maximum number of list items and map entries that the evaluation creates in all. */
  readonly terms?: number
}

const usualTimeMs = 1000
/** A machine performs fewer steps per millisecond, because charges are more often too high than too low. */
const stepsInMillisecond = 50_000
const mostBytes = 20_000_000
/** Each term takes some tens of bytes in addition to its content. */
const mostTerms = 4_000_000
/** The number of steps between two reads of the clock, because reading the clock costs more than a step. */
const looksEach = 256
/** The number of bytes that are read in one step. */
const bytesInStep = 16
/** The maximum depth: JSON is parsed up to 500 levels deep, and statements and functions add further levels. */
const deepest = 1000

export const limitFailure = (what: 'time' | 'size' | 'depth') => new RuleFailure({ kind: 'limit', what })

/**
 * Returns whether an evaluation exceeded a limit. The errors of JavaScript for stacks, texts and lists that are too
 * large count as well.
 */
export const isLimit = (error: unknown): boolean =>
  error instanceof RangeError || (error instanceof RuleFailure && error.reason.kind === 'limit')

/**
 * The remaining budget of an evaluation, independent of the author of the statement. Work is charged in steps before
 * it is done, never measured afterwards, so nothing runs long between two reads of the clock.
 */
export class EvaluationBudget {
  #deadline: number
  readonly #mostSteps: number
  readonly #mostBytes: number
  readonly #mostTerms: number
  #steps = 0
  #nextLook = looksEach
  #bytes = 0
  #terms = 0

  constructor({
    timeMs = usualTimeMs,
    steps = timeMs * stepsInMillisecond,
    bytes = mostBytes,
    terms = mostTerms,
  }: EvaluationLimits = {}) {
    this.#deadline = performance.now() + timeMs
    this.#mostSteps = steps
    this.#mostBytes = bytes
    this.#mostTerms = terms
  }

  /** Charges for work that is about to be done. */
  spend(steps = 1): void {
    this.#steps += steps
    if (this.#steps < this.#nextLook) return
    this.#nextLook = this.#steps + looksEach
    if (this.#steps > this.#mostSteps || performance.now() > this.#deadline) throw limitFailure('time')
  }

  /** Charges for bytes or characters that fast built-in code is about to read. */
  read(size: number): void {
    this.spend(size / bytesInStep)
  }

  /**
   * Charges for characters or bytes that are about to be created, or were created if their number was not known
   * before.
   */
  make(size: number): void {
    this.#bytes += size
    if (this.#bytes > this.#mostBytes) throw limitFailure('size')
  }

  /** Charges in the same way for list items and map entries. */
  makeTerms(count: number): void {
    this.#terms += count
    if (this.#terms > this.#mostTerms) throw limitFailure('size')
  }

  /** Throws if the given size would exceed the budget; the size itself is charged after it is created. */
  foresee(size: number): void {
    if (this.#bytes + size > this.#mostBytes) throw limitFailure('size')
  }

  checkDepth(depth: number): void {
    if (depth > deepest) throw limitFailure('depth')
  }

  /** Extends the deadline by milliseconds that were spent on work that cannot be interrupted. */
  excuse(milliseconds: number): void {
    this.#deadline += milliseconds
  }

  get millisecondsLeft(): number {
    return this.#deadline - performance.now()
  }

  /** The amounts charged so far. */
  get used() {
    return { steps: this.#steps, bytes: this.#bytes, terms: this.#terms }
  }
}
