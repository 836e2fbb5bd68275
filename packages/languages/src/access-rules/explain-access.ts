import type { AccessClient, AccessRequest } from './access-request.ts'
import type { AccessRule, Permission } from './access-rule.ts'
import { type PatternTest, ruleMismatch } from './match-rule.ts'

/** A rule and its position, counted from 1: in a table of the built-in database, or in the file. */
export interface PlacedRule {
  readonly rule: AccessRule
  readonly number: number
  readonly table?: 'clients' | 'users' | 'all'
  readonly line?: number
}

/** `ignore` and `nomatch` leave the decision to the next source; only metrics tell them apart. */
export type Decision = Permission | 'ignore' | 'nomatch'

export interface Finding {
  readonly decision: Decision
  /** The rule that decided, for a source that has rules. */
  readonly placed?: PlacedRule
  /** The reason why a source that was asked returned no decision: it failed, or its response was not usable. */
  readonly fault?: string
}

/** A source of decisions: it has rules, has a finding already, or must be asked by the caller. */
export type ChainLink = { readonly source: string; readonly isEnabled: boolean } & (
  | { readonly kind: 'rules'; rules(client: AccessClient): Iterable<PlacedRule> }
  | { readonly kind: 'found'; readonly finding: Finding }
  | { readonly kind: 'asked' }
)

export interface AccessChain {
  readonly isSuperuser: boolean
  /** The sources in the order of the chain. */
  readonly links: Iterable<ChainLink>
  readonly noMatch: Permission
  readonly test: PatternTest
}

export type AccessStep =
  | { readonly kind: 'skipped'; readonly source: string }
  | { readonly kind: 'found'; readonly source: string; readonly finding: Finding }
  /** The caller that runs the generator passes in the finding of the source, or `undefined` if it cannot be known. */
  | { readonly kind: 'question'; readonly source: string }
  | { readonly kind: 'unknown'; readonly source: string }

export interface AccessVerdict {
  readonly permission: Permission
  /** The deciding source, `superuser`, or `default` if no source matched. */
  readonly from: string
  readonly placed: PlacedRule | undefined
  /** False if the unknown finding of an earlier source might have changed the decision. */
  readonly isCertain: boolean
}

/**
 * Goes through the chain step by step. The broker decides with this function, and explanations of a decision use it
 * too.
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
