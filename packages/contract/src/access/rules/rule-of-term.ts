import type { ErlangTerm } from '../../erlang-term.ts'
import { type AccessRule, everybody, everyQos, parseRuleTopic, type RuleTopic } from './access-rule.ts'
import { actionOfTerm } from './action-of-term.ts'
import { RuleFault } from './rule-fault.ts'
import { whoOfTerm } from './who-of-term.ts'

/** A rule of an ACL file from the term that stands there; throws a `RuleFault` if it is none. */
export function ruleOfTerm(term: ErlangTerm): AccessRule {
  const parts = term.kind === 'tuple' ? term.items : []
  const [permission, who, action, topics] = parts
  if (permission === undefined || who === undefined) throw new RuleFault('invalid_authorization_rule', term)
  if (parts.length === 2) return ruleForAll(term, permission, who)
  if (parts.length !== 4 || action === undefined || topics === undefined) {
    throw new RuleFault('invalid_authorization_rule', term)
  }
  const checked = permissionOf(permission)
  return { permission: checked, who: whoOfTerm(who), ...actionOfTerm(action), topics: topicsOf(topics, term) }
}

/** `{allow, all}` */
function ruleForAll(term: ErlangTerm, permission: ErlangTerm, who: ErlangTerm): AccessRule {
  if (who.kind !== 'atom' || who.value !== 'all') throw new RuleFault('invalid_authorization_rule', term)
  return {
    permission: permissionOf(permission),
    who: everybody,
    action: 'all',
    qos: everyQos,
    retain: 'all',
    topics: 'all',
  }
}

function permissionOf(term: ErlangTerm): AccessRule['permission'] {
  if (term.kind === 'atom' && (term.value === 'allow' || term.value === 'deny')) return term.value
  throw new RuleFault('invalid_authorization_permission', term)
}

function topicsOf(term: ErlangTerm, rule: ErlangTerm): AccessRule['topics'] {
  if (term.kind === 'atom' && term.value === 'all') return 'all'
  if (term.kind !== 'list') throw new RuleFault('invalid_authorization_rule', rule)
  return term.items.map((topic) => topicOf(topic, rule))
}

function topicOf(term: ErlangTerm, rule: ErlangTerm): RuleTopic {
  if (term.kind === 'text') return parseRuleTopic(term.value)
  const [word, topic] = term.kind === 'tuple' && term.items.length === 2 ? term.items : []
  if (word?.kind === 'atom' && word.value === 'eq' && topic?.kind === 'text') {
    return { text: topic.value, isExact: true }
  }
  throw new RuleFault('invalid_authorization_rule', rule)
}
