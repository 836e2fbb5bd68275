import type { Term } from './term.ts'

/** Why a statement fails on an event, in the broker's names. */
export type Reason =
  | { readonly kind: 'name'; readonly name: string | number }
  | { readonly kind: 'bad-argument'; readonly functionName: string; readonly args: readonly Term[] }
  | { readonly kind: 'unknown-function'; readonly functionName: string; readonly module: string }
  | { readonly kind: 'unknown-module'; readonly module: string }
  | { readonly kind: 'unknown-hash'; readonly algorithm: string }
  /** Only the broker can say: it asks its environment, its schema registry, another process. */
  | { readonly kind: 'broker-only'; readonly functionName: string }
  /** Of our own: the statement wants more than anybody waits for. */
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

/** No clause of the function takes these. */
export class ClauseFailure extends Error {
  override readonly name = 'ClauseFailure'
}

export const noClause = () => new ClauseFailure()
