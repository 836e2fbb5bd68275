/** The maximum number of steps, some tens of milliseconds. PCRE gives up as well, and then reports no match. */
const mostSteps = 1_000_000

/** Thrown if the search for a pattern takes too long. */
export class GivenUpError extends Error {
  override readonly name = 'GivenUpError'
}

/** A budget that is charged for each step, in addition to the limit of a single search. */
interface StepBudget {
  spend(steps: number): void
}

/** The steps that a search for a pattern may take in all, however many places of a subject it tries. */
export class Steps {
  readonly #budget: StepBudget | undefined
  readonly #most: number
  #taken = 0

  constructor(budget?: StepBudget, most = mostSteps) {
    this.#budget = budget
    this.#most = most
  }

  take(count: number): void {
    this.#taken += count
    if (this.#taken > this.#most) throw new GivenUpError()
    this.#budget?.spend(count)
  }
}
