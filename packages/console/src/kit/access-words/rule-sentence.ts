import type { AccessRule, Who } from '@brokerdeck/contract/access/rules/access-rule.ts'
import { formatList } from '#i18n/format-list.ts'
import { visibleText } from '#lib/visible-text.ts'
import { accessWords as m } from '../messages/mqtt.ts'
import { actionWords } from './action-words.ts'

/** A rule in words: "Denies everybody to subscribe to $SYS/#". */
export function ruleSentence(rule: AccessRule): string {
  return (rule.permission === 'allow' ? m.allows : m.denies)(whoWords(rule.who), actionWords(rule))
}

/** Whom a rule is for, to stand within a sentence. */
function whoWords(who: Who): string {
  switch (who.kind) {
    case 'all':
      return m.everybody
    case 'username':
      return (who.isPattern ? m.usernames : m.username)(visibleText(who.text, 120))
    case 'clientid':
      return (who.isPattern ? m.clientIds : m.clientId)(visibleText(who.text, 120))
    case 'client_attr':
      return (who.isPattern ? m.attributes : m.attribute)(
        visibleText(who.name, 60),
        visibleText(who.text, 120),
      )
    case 'ipaddr':
      return m.addresses(visibleText(who.net))
    case 'ipaddrs':
      return m.addresses(formatList(who.nets.map((net) => visibleText(net))))
    case 'and':
      return m.allOf(formatList(who.of.map(whoWords)))
    case 'or':
      return m.anyOf(formatList(who.of.map(whoWords)))
  }
}
