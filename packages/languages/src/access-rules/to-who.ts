import type { ErlangTerm } from '../erlang-term.ts'
import { compilePcre, Pcre } from '../pcre/compile-pcre.ts'
import { type AccessRuleSubject, everybody } from './access-rule.ts'
import { isNet } from './ip-net.ts'
import { RuleFault } from './rule-fault.ts'

/**
 * Returns false for a pattern that PCRE rejects, since the broker then rejects the file. Patterns that only this
 * engine does not support are left to the broker.
 */
function mayBePattern(text: string): boolean {
  const compiled = compilePcre(text)
  return compiled instanceof Pcre || compiled.isUnsupported
}

const badWho = (term: ErlangTerm) => new RuleFault('invalid_client_match_condition', term)

/**
 * Reads the subject of a rule: `all`, `{username, "x"}`, `{clientid, {re, "^a"}}`, `{ipaddr, "10.0.0.0/8"}`, `{'and',
 * [...]}` …
 */
export function toWho(term: ErlangTerm): AccessRuleSubject {
  if (term.kind === 'atom' && term.value === 'all') return everybody
  const [kind, first, second] = term.kind === 'tuple' ? term.items : []
  if (kind?.kind !== 'atom' || first === undefined) throw badWho(term)
  switch (kind.value) {
    case 'user':
    case 'username':
      return { kind: 'username', ...textOrPattern(first, term) }
    case 'client':
    case 'clientid':
      return { kind: 'clientid', ...textOrPattern(first, term) }
    case 'client_attr':
      if (first.kind !== 'text' || second === undefined) throw badWho(term)
      return { kind: 'client_attr', name: first.value, ...textOrPattern(second, term) }
    case 'ipaddr':
      return { kind: 'ipaddr', net: parseNet(first, term) }
    case 'ipaddrs':
      return { kind: 'ipaddrs', nets: parseItems(first, term).map((net) => parseNet(net, term)) }
    case 'and':
    case 'or':
      return { kind: kind.value, of: parseItems(first, term).map(toWho) }
    default:
      throw badWho(term)
  }
}

function parseItems(term: ErlangTerm, whole: ErlangTerm): readonly ErlangTerm[] {
  if (term.kind !== 'list') throw badWho(whole)
  return term.items
}

function parseNet(term: ErlangTerm, whole: ErlangTerm): string {
  if (term.kind !== 'text' || !isNet(term.value)) throw badWho(whole)
  return term.value
}

function textOrPattern(term: ErlangTerm, whole: ErlangTerm): { text: string; isPattern: boolean } {
  if (term.kind === 'text') return { text: term.value, isPattern: false }
  const [word, pattern] = term.kind === 'tuple' && term.items.length === 2 ? term.items : []
  if (word?.kind !== 'atom' || word.value !== 're' || pattern?.kind !== 'text') throw badWho(whole)
  if (!mayBePattern(pattern.value)) throw new RuleFault('invalid_re_pattern', pattern)
  return { text: pattern.value, isPattern: true }
}
