import type { AccessClient, AccessRequest } from './access-request.ts'
import type { AccessRule, Permission } from './access-rule.ts'
import { type PatternTest, ruleMismatch } from './match-rule.ts'

/** A rule and where it stands, counted from 1: in a table of the built-in database, or in the file. */
export interface PlacedRule {
  readonly rule: AccessRule
  readonly number: number
  readonly table?: 'clients' | 'users' | 'all'
  readonly line?: number
}

/** `ignore` and `nomatch` leave it to the next; only metrics tell them apart. */
export type Decision = Permission | 'ignore' | 'nomatch'

export interface Finding {
  readonly decision: Decision
  /** Of a source with rules, the one that decided. */
  readonly placed?: PlacedRule
  /** Why a source that was asked has nothing to say: it failed, or its answer was none. */
  readonly fault?: string
}

/** One source of decisions: it has rules, has found something already, or must be asked by whoever can. */
export type ChainLink = { readonly source: string; readonly isEnabled: boolean } & (
  | { readonly kind: 'rules'; rules(client: AccessClient): Iterable<PlacedRule> }
  | { readonly kind: 'found'; readonly finding: Finding }
  | { readonly kind: 'asked' }
)

export interface AccessChain {
  readonly isSuperuser: boolean
  /** In order. */
  readonly links: Iterable<ChainLink>
  readonly noMatch: Permission
  readonly test: PatternTest
}

export type AccessStep =
  | { readonly kind: 'skipped'; readonly source: string }
  | { readonly kind: 'found'; readonly source: string; readonly finding: Finding }
  /** Whoever goes through the steps says what the source has found, or `undefined` if that cannot be known. */
  | { readonly kind: 'question'; readonly source: string }
  | { readonly kind: 'unknown'; readonly source: string }

export interface AccessVerdict {
  readonly permission: Permission
  /** The deciding source, `superuser`, or `default` where nothing has matched. */
  readonly from: string
  readonly placed: PlacedRule | undefined
  /** False where an unknown answer of a source before might have decided otherwise. */
  readonly isCertain: boolean
}

/**
 * Goes through the chain as the broker does, step by step: the broker decides by this, and whoever explains a decision
 * goes the same way.
 */
export function* explainAccess(
  { isSuperuser, links, noMatch, test }: AccessChain,
  request: AccessRequest,
): Generator<AccessStep, AccessVerdict, Finding | undefined> {
  let isCertain = true
  if (isSuperuser) return { permission: 'allow', from: 'superuser', placed: undefined, isCertain }
  for (const link of links) {
    const { source } = link
    if (!link.isEnabled) {
      yield { kind: 'skipped', source }
      continue
    }
    const finding =
      link.kind === 'rules'
        ? firstMatch(link.rules(request.client), request, test)
        : link.kind === 'found'
          ? link.finding
          : yield { kind: 'question', source }
    if (finding === undefined) {
      isCertain = false
      yield { kind: 'unknown', source }
      continue
    }
    yield { kind: 'found', source, finding }
    const { decision, placed } = finding
    if (decision === 'allow' || decision === 'deny') {
      return { permission: decision, from: source, placed, isCertain }
    }
  }
  return { permission: noMatch, from: 'default', placed: undefined, isCertain }
}

function firstMatch(rules: Iterable<PlacedRule>, request: AccessRequest, test: PatternTest): Finding {
  for (const placed of rules) {
    if (ruleMismatch(placed.rule, request, test) === undefined) {
      return { decision: placed.rule.permission, placed }
    }
  }
  return { decision: 'nomatch' }
}
