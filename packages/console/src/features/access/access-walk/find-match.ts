import type { AccessRequest } from '@brokerdeck/contract/access/rules/access-request.ts'
import type { AccessRule } from '@brokerdeck/contract/access/rules/access-rule.ts'
import type { Finding, PlacedRule } from '@brokerdeck/contract/access/rules/explain-access.ts'
import { ruleMismatch } from '@brokerdeck/contract/access/rules/match-rule.ts'
import { patternTest } from '#lib/pattern-test.ts'
import type { UnknownFact } from './asker.ts'
import { assumeFacts, factsOf } from './assume-facts.ts'

/** What would have to be known: of the client, or how the broker reads a pattern. */
export type RuleLack = UnknownFact | 'pattern'

/** A rule of which it cannot be told whether it decides. */
export interface Doubt {
  readonly lacks: RuleLack
  readonly placed: PlacedRule
}

interface Found {
  /** What is decided where none of the doubtful rules does; undefined where too much is left open. */
  readonly finding: Finding | undefined
  /** In order, all of them before the deciding rule. */
  readonly doubts: readonly Doubt[]
}

/** More rules of one source are not left open one by one. */
const mostDoubts = 20

/** Rules are gone through a million times for a preview: nothing is made for each of them. */
let hasUntoldPattern = false

function atMost(pattern: string, subject: string): boolean {
  const told = patternTest(pattern, subject)
  if (told === undefined) hasUntoldPattern = true
  return told ?? true
}

const atLeast = (pattern: string, subject: string): boolean => patternTest(pattern, subject) === true

/** Whether a rule speaks of a request, or what it takes to know. */
export function ruleMatch(
  rule: AccessRule,
  request: AccessRequest,
  unknown: ReadonlySet<UnknownFact>,
): boolean | RuleLack {
  const lacks = unknown.size === 0 ? undefined : factsOf(rule).find((fact) => unknown.has(fact))
  hasUntoldPattern = false
  const widest = lacks === undefined ? rule : assumeFacts(rule, unknown, true)
  if (ruleMismatch(widest, request, atMost) !== undefined) return false
  if (lacks === undefined && !hasUntoldPattern) return true
  const narrowest = lacks === undefined ? rule : assumeFacts(rule, unknown, false)
  return ruleMismatch(narrowest, request, atLeast) === undefined ? true : (lacks ?? 'pattern')
}

/** The first rule that surely speaks of a request, and those before it that may. */
export function findMatch(
  rules: Iterable<PlacedRule>,
  request: AccessRequest,
  unknown: ReadonlySet<UnknownFact>,
): Found {
  const doubts: Doubt[] = []
  for (const placed of rules) {
    const match = ruleMatch(placed.rule, request, unknown)
    if (match === true) return { finding: { decision: placed.rule.permission, placed }, doubts }
    if (match !== false) doubts.push({ lacks: match, placed })
    if (doubts.length > mostDoubts) return { finding: undefined, doubts }
  }
  return { finding: { decision: 'nomatch' }, doubts }
}
