/** PCRE gives up as well, and then has found nothing. These are some tens of milliseconds. */
const mostSteps = 1_000_000

/** Looking for a pattern takes longer than anybody waits. */
export class GivenUpError extends Error {
  override readonly name = 'GivenUpError'
}

/** Who pays for each step, beside what a search may take at most. */
interface StepBudget {
  spend(steps: number): void
}

/** What looking for a pattern may cost, however many places of a subject it is looked for in. */
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
