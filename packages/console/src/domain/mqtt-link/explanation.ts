/** In words: what happened, and what is known or likely about why. */
export interface Explanation {
  readonly title: string
  readonly hints: readonly string[]
}
