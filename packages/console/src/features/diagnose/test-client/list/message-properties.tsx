import type { MessageProperties } from '#features/diagnose/mqtt-link/link-message.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { hexFromBytes, textFromBytes } from '#lib/payload.ts'
import { visibleText } from '#lib/visible-text.ts'
import type { PropertyGroup } from '#ui/property-list.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { m } from '../messages.ts'

type Properties = PropertyGroup['properties']

/** What MQTT 5 lets travel with a message (§3.3.2.3); nothing where it has none. */
export function messageProperties(properties: MessageProperties | undefined): readonly PropertyGroup[] {
  if (properties === undefined) return []
  const { isText, expiry, topicAlias, subscriptionIds, userProperties } = properties
  const { contentType, responseTopic, correlationData } = properties
  const text = (label: string, value: string | undefined): Properties =>
    value === undefined ? [] : [{ label, value: <Verbatim text={value} mono wrap />, copy: value }]
  const list: Properties = [
    ...(isText === undefined
      ? []
      : [{ label: m.formatIndicator, value: isText ? m.formatText : m.formatBytes }]),
    ...(expiry === undefined ? [] : [{ label: m.messageExpiry, value: m.seconds(formatNumber(expiry)) }]),
    ...text(m.contentType, contentType),
    ...text(m.responseTopic, responseTopic),
    ...text(m.correlationData, correlationData && readable(correlationData)),
    ...(topicAlias === undefined ? [] : [{ label: m.topicAlias, value: formatNumber(topicAlias) }]),
    ...(subscriptionIds === undefined
      ? []
      : [{ label: m.subscriptionId, value: subscriptionIds.join(', ') }]),
  ]
  const users = (userProperties ?? []).map(([name, value]) => ({
    label: visibleText(name, 80),
    value: <Verbatim text={value} mono wrap />,
  }))
  return [
    ...(list.length === 0 ? [] : [{ properties: list }]),
    ...(users.length === 0 ? [] : [{ title: m.userProperties, properties: users }]),
  ]
}

function readable(bytes: Uint8Array): string {
  const { text, isText } = textFromBytes(bytes)
  return isText ? text : hexFromBytes(bytes)
}
