import { RuleFailure } from './rule-failure.ts'

/** What one evaluation may cost. */
export interface EvaluationLimits {
  /** Milliseconds that it may last. */
  readonly timeMs?: number
  /** Steps of work, of about 20 to 50 nanoseconds each. */
  readonly steps?: number
  /** Characters and bytes that it may make in all. */
  readonly bytes?: number
  /** Items of lists and entries of maps, likewise. */
  readonly terms?: number
}

const usualTimeMs = 1000
/** A machine does fewer in a millisecond: what is charged for is more often too much than too little. */
const stepsInMillisecond = 50_000
const mostBytes = 20_000_000
/** Each takes some tens of bytes beside what it holds. */
const mostTerms = 4_000_000
/** Asking for the time costs more than a step. */
const looksEach = 256
/** Reading goes through several bytes in a step. */
const bytesInStep = 16
/** JSON is read 500 deep; what statements and functions put around it comes on top. */
const deepest = 1000

export const limitFailure = (what: 'time' | 'size' | 'depth') => new RuleFailure({ kind: 'limit', what })

/** Whether an evaluation ended because it wanted too much. Stacks, texts and lists that JavaScript refuses are such an end. */
export const isLimit = (error: unknown): boolean =>
  error instanceof RangeError || (error instanceof RuleFailure && error.reason.kind === 'limit')

/**
 * What an evaluation has left, whoever wrote what is evaluated. Whatever does work says so before it does it: a step is
 * charged, never found out, so nothing runs long between two looks at the time.
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

  /** Work that is about to be done. */
  spend(steps = 1): void {
    this.#steps += steps
    if (this.#steps < this.#nextLook) return
    this.#nextLook = this.#steps + looksEach
    if (this.#steps > this.#mostSteps || performance.now() > this.#deadline) throw limitFailure('time')
  }

  /** Bytes or characters that are about to be gone through by what the machine does fast. */
  read(size: number): void {
    this.spend(size / bytesInStep)
  }

  /** Characters or bytes that are about to be made, or just were where nobody could say before. */
  make(size: number): void {
    this.#bytes += size
    if (this.#bytes > this.#mostBytes) throw limitFailure('size')
  }

  /** The same for items of lists and entries of maps. */
  makeTerms(count: number): void {
    this.#terms += count
    if (this.#terms > this.#mostTerms) throw limitFailure('size')
  }

  /** Ends what would make too much, where it is counted once it is made. */
  foresee(size: number): void {
    if (this.#bytes + size > this.#mostBytes) throw limitFailure('size')
  }

  checkDepth(depth: number): void {
    if (depth > deepest) throw limitFailure('depth')
  }

  /** Does not count milliseconds that were spent on something that nobody can end. */
  excuse(milliseconds: number): void {
    this.#deadline += milliseconds
  }

  get millisecondsLeft(): number {
    return this.#deadline - performance.now()
  }

  /** What was charged up to now. */
  get used() {
    return { steps: this.#steps, bytes: this.#bytes, terms: this.#terms }
  }
}
