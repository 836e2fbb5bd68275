import {
  type AccessRule,
  everybody,
  type RuleTopic,
  type Who,
} from '@brokerdeck/contract/access/rules/access-rule.ts'
import type { UnknownFact } from './asker.ts'

const nobody: Who = { kind: 'or', of: [] }

function factOfWho(who: Who): UnknownFact | undefined {
  if (who.kind === 'ipaddr' || who.kind === 'ipaddrs') return 'address'
  return who.kind === 'client_attr' ? 'attributes' : undefined
}

function factsOfWho(who: Who): readonly UnknownFact[] {
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
export function factsOf(rule: AccessRule): readonly UnknownFact[] {
  const before = known.get(rule)
  if (before !== undefined) return before
  const { who, topics } = rule
  const facts = [...factsOfWho(who), ...(topics === 'all' ? [] : topics.flatMap(factsOfTopic))]
  known.set(rule, facts)
  return facts
}

function assumeWho(who: Who, unknown: ReadonlySet<UnknownFact>, isMet: boolean): Who {
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
export function assumeFacts(rule: AccessRule, unknown: ReadonlySet<UnknownFact>, isMet: boolean): AccessRule {
  const { who, topics } = rule
  return {
    ...rule,
    who: assumeWho(who, unknown, isMet),
    topics: topics === 'all' ? topics : assumeTopics(topics, unknown, isMet),
  }
}
