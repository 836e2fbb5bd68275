import type { AccessRequest } from '@brokerdeck/languages/access-rules/access-request.ts'
import {
  type AccessRule,
  type AccessRuleSubject,
  everybody,
  type RuleTopic,
} from '@brokerdeck/languages/access-rules/access-rule.ts'
import type { Finding, PlacedRule } from '@brokerdeck/languages/access-rules/explain-access.ts'
import { ruleMismatch } from '@brokerdeck/languages/access-rules/match-rule.ts'
import { findsPattern } from '@brokerdeck/languages/pcre/compile-pcre.ts'
import type { UnknownFact } from './asker.ts'

/** The missing fact that a rule cannot be evaluated without: about the client, or how the broker reads a pattern. */
export type RuleLack = UnknownFact | 'pattern'

/** A rule that may or may not decide a request, which the console cannot tell. */
export interface Doubt {
  readonly lacks: RuleLack
  readonly placed: PlacedRule
}

interface AccessMatch {
  /** The decision if none of the doubtful rules matches; undefined if too many rules are doubtful. */
  readonly finding: Finding | undefined
  /** The doubtful rules in order; all of them come before the deciding rule. */
  readonly doubts: readonly Doubt[]
}

/** The maximum number of doubtful rules of one source; with more, the source's decision is left open as a whole. */
const mostDoubts = 20

/**
 * A preview evaluates rules up to a million times, so this flag is shared instead of allocating an object for each
 * rule.
 */
let hasUntoldPattern = false

function atMost(pattern: string, subject: string): boolean {
  const told = findsPattern(pattern, subject)
  if (told === undefined) hasUntoldPattern = true
  return told ?? true
}

const atLeast = (pattern: string, subject: string): boolean => findsPattern(pattern, subject) === true

/** Tells whether a rule matches a request, or returns what is missing to tell. */
export function ruleMatch(
  rule: AccessRule,
  request: AccessRequest,
  unknown: ReadonlySet<UnknownFact>,
): boolean | RuleLack {
  const lacks = unknown.size === 0 ? undefined : listRuleFacts(rule).find((fact) => unknown.has(fact))
  hasUntoldPattern = false
  const widest = lacks === undefined ? rule : assumeFacts(rule, unknown, true)
  if (ruleMismatch(widest, request, atMost) !== undefined) return false
  if (lacks === undefined && !hasUntoldPattern) return true
  const narrowest = lacks === undefined ? rule : assumeFacts(rule, unknown, false)
  return ruleMismatch(narrowest, request, atLeast) === undefined ? true : (lacks ?? 'pattern')
}

/** Finds the first rule that certainly matches a request, and the rules before it that may match. */
export function findMatch(
  rules: Iterable<PlacedRule>,
  request: AccessRequest,
  unknown: ReadonlySet<UnknownFact>,
): AccessMatch {
  const doubts: Doubt[] = []
  for (const placed of rules) {
    const match = ruleMatch(placed.rule, request, unknown)
    if (match === true) return { finding: { decision: placed.rule.permission, placed }, doubts }
    if (match !== false) doubts.push({ lacks: match, placed })
    if (doubts.length > mostDoubts) return { finding: undefined, doubts }
  }
  return { finding: { decision: 'nomatch' }, doubts }
}

const nobody: AccessRuleSubject = { kind: 'or', of: [] }

function factOfWho(who: AccessRuleSubject): UnknownFact | undefined {
  if (who.kind === 'ipaddr' || who.kind === 'ipaddrs') return 'address'
  return who.kind === 'client_attr' ? 'attributes' : undefined
}

function factsOfWho(who: AccessRuleSubject): readonly UnknownFact[] {
  if (who.kind === 'and' || who.kind === 'or') return who.of.flatMap(factsOfWho)
  const fact = factOfWho(who)
  return fact === undefined ? [] : [fact]
}

const placeholders = [
  ['${cert_', 'certificate'],
  ['${client_attrs.', 'attributes'],
] as const

function factsOfTopic({ text, isExact }: RuleTopic): readonly UnknownFact[] {
  if (isExact || !text.includes('${')) return []
  return placeholders.flatMap(([start, fact]) => (text.includes(start) ? [fact] : []))
}

const known = new WeakMap<AccessRule, readonly UnknownFact[]>()

/**
 * Lists the facts that a rule refers to and that may be unknown of a client. The result is cached, because rules are
 * evaluated many times.
 */
function listRuleFacts(rule: AccessRule): readonly UnknownFact[] {
  const before = known.get(rule)
  if (before !== undefined) return before
  const { who, topics } = rule
  const facts = [...factsOfWho(who), ...(topics === 'all' ? [] : topics.flatMap(factsOfTopic))]
  known.set(rule, facts)
  return facts
}

function assumeWho(
  who: AccessRuleSubject,
  unknown: ReadonlySet<UnknownFact>,
  isMet: boolean,
): AccessRuleSubject {
  if (who.kind === 'and' || who.kind === 'or') {
    return { kind: who.kind, of: who.of.map((one) => assumeWho(one, unknown, isMet)) }
  }
  const fact = factOfWho(who)
  if (fact === undefined || !unknown.has(fact)) return who
  return isMet ? everybody : nobody
}

/**
 * Returns the widest set of topics that a filter can cover, whatever its unknown placeholders stand for: everything
 * below the levels before the first placeholder.
 */
function widest(topic: RuleTopic): readonly RuleTopic[] | 'all' {
  const starts = placeholders.map(([start]) => topic.text.indexOf(start)).filter((at) => at >= 0)
  const slash = topic.text.lastIndexOf('/', Math.min(...starts))
  return slash < 0 ? 'all' : [{ text: `${topic.text.slice(0, slash)}/#`, isExact: false }]
}

function assumeTopics(
  topics: readonly RuleTopic[],
  unknown: ReadonlySet<UnknownFact>,
  isMet: boolean,
): AccessRule['topics'] {
  const assumed = topics.map((topic) => {
    if (!factsOfTopic(topic).some((fact) => unknown.has(fact))) return [topic]
    return isMet ? widest(topic) : []
  })
  return assumed.includes('all') ? 'all' : assumed.flatMap((some) => (some === 'all' ? [] : some))
}

/**
 * Returns the rule as if all unknown facts met its conditions, or as if none did. Rules have no negation, so these
 * are the widest and the narrowest reading.
 */
function assumeFacts(rule: AccessRule, unknown: ReadonlySet<UnknownFact>, isMet: boolean): AccessRule {
  const { who, topics } = rule
  return {
    ...rule,
    who: assumeWho(who, unknown, isMet),
    topics: topics === 'all' ? topics : assumeTopics(topics, unknown, isMet),
  }
}
