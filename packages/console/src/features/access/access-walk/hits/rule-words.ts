import type { Who } from '@brokerdeck/contract/access/rules/access-rule.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { visibleText } from '#lib/visible-text.ts'
import { placedWords } from '../placed-words.ts'
import { m } from './messages.ts'
import type { AskedRule } from './rule-hits.ts'

/** One of several, in a list to choose from. */
export function ruleChoice({ placed }: AskedRule): string {
  return m.choice(formatNumber(placed.number), placedWords(placed).rule)
}

/** Whose the rules of a table are. */
function ownerWords(who: Who): string {
  if (who.kind === 'clientid') return m.ofClient(visibleText(who.text, 120))
  return who.kind === 'username' ? m.ofUser(visibleText(who.text, 120)) : m.ofAll
}

/** Which rules are asked about: the only one in words, several by whose they are. */
export function askedWords([first, ...more]: readonly AskedRule[]): string {
  if (first === undefined) return ''
  const { where, rule } = placedWords(first.placed)
  if (first.placed.table === undefined) return m.ruleOf(where, rule)
  return more.length === 0 ? m.by(ownerWords(first.who), rule) : ownerWords(first.who)
}
