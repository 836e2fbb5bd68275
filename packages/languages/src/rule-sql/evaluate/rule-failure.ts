import type { Term } from './term.ts'

/** The reason why a statement fails on an event, in the broker's names. */
export type Reason =
  | { readonly kind: 'name'; readonly name: string | number }
  | { readonly kind: 'bad-argument'; readonly functionName: string; readonly args: readonly Term[] }
  | { readonly kind: 'unknown-function'; readonly functionName: string; readonly module: string }
  | { readonly kind: 'unknown-module'; readonly module: string }
  | { readonly kind: 'unknown-hash'; readonly algorithm: string }
  /** Only the broker knows the result: it uses its environment, its schema registry, or another process. */
  | { readonly kind: 'broker-only'; readonly functionName: string }
  /** A limit of this program: the statement takes more resources than are acceptable. */
  | { readonly kind: 'limit'; readonly what: 'time' | 'size' | 'depth' }

export class RuleFailure extends Error {
  override readonly name = 'RuleFailure'
  readonly reason: Reason

  constructor(reason: Reason) {
    super(reason.kind === 'name' ? String(reason.name) : reason.kind)
    this.reason = reason
  }
}

export const failure = (name: string | number) => new RuleFailure({ kind: 'name', name })

/** Thrown if no clause of the function accepts the arguments. */
export class ClauseFailure extends Error {
  override readonly name = 'ClauseFailure'
}

export const noClause = () => new ClauseFailure()
