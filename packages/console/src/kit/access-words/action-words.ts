import { type AccessRule, everyQos } from '@brokerdeck/contract/access/rules/access-rule.ts'
import { formatList } from '#i18n/format-list.ts'
import { visibleText } from '#lib/visible-text.ts'
import { accessWords as m } from '../messages/mqtt.ts'

const actions = { publish: m.publish, subscribe: m.subscribe, all: m.both } as const

/** What a rule is about: `publish to a/#, with QoS 1`. */
export function actionWords({ action, topics, qos, retain }: AccessRule): string {
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
