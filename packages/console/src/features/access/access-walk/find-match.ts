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

/** What would have to be known: of the client, or how the broker reads a pattern. */
export type RuleLack = UnknownFact | 'pattern'

/** A rule of which it cannot be told whether it decides. */
export interface Doubt {
  readonly lacks: RuleLack
  readonly placed: PlacedRule
}

interface AccessMatch {
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
  const told = findsPattern(pattern, subject)
  if (told === undefined) hasUntoldPattern = true
  return told ?? true
}

const atLeast = (pattern: string, subject: string): boolean => findsPattern(pattern, subject) === true

/** Whether a rule speaks of a request, or what it takes to know. */
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

/** The first rule that surely speaks of a request, and those before it that may. */
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

/** What a rule speaks of that may not be known of a client. Rules are gone through again and again. */
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

/** What a filter can cover at most, whatever its unknown placeholders stand for: all below what stands before them. */
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

/** The rule as it would be if all that is not known were as it speaks of, or none of it. There is no "not" in rules. */
function assumeFacts(rule: AccessRule, unknown: ReadonlySet<UnknownFact>, isMet: boolean): AccessRule {
  const { who, topics } = rule
  return {
    ...rule,
    who: assumeWho(who, unknown, isMet),
    topics: topics === 'all' ? topics : assumeTopics(topics, unknown, isMet),
  }
}
