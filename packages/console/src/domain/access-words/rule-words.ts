import {
  type AccessRule,
  type AccessRuleSubject,
  everyQos,
} from '@brokerdeck/languages/access-rules/access-rule.ts'
import { formatList } from '#i18n/sentences.ts'
import { accessWords as m } from '#kit/messages/mqtt.ts'
import { visibleText } from '#lib/visible-text.ts'

const actions = { publish: m.publish, subscribe: m.subscribe, all: m.both } as const

/** Describes the action of a rule: `publish to a/#, with QoS 1`. */
function actionWords({ action, topics, qos, retain }: AccessRule): string {
  const deed = actions[action](topicWords(topics))
  const withQos = everyQos.every((level) => qos.includes(level))
    ? deed
    : qos.length === 0
      ? m.noQos(deed)
      : m.withQos(deed, formatList(qos.map(String)))
  if (retain === 'all' || action === 'subscribe') return withQos
  return retain ? m.retained(withQos) : m.notRetained(withQos)
}

function topicWords(topics: AccessRule['topics']): string {
  if (topics === 'all') return m.everything
  if (topics.length === 0) return m.nothing
  return formatList(
    topics.map(({ text, isExact }) => (isExact ? m.exactly(visibleText(text)) : visibleText(text))),
  )
}

/** Returns a rule in words for places where its subject is known: "May publish to a/#". */
export function rulePermit(rule: AccessRule): string {
  return (rule.permission === 'allow' ? m.allow : m.deny)(actionWords(rule))
}

/** Returns a rule in words: "Denies everybody to subscribe to $SYS/#". */
export function ruleSentence(rule: AccessRule): string {
  return (rule.permission === 'allow' ? m.allows : m.denies)(whoWords(rule.who), actionWords(rule))
}

/** Returns the subject of a rule as a phrase for use within a sentence. */
function whoWords(who: AccessRuleSubject): string {
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
