import { useEffect, useState } from 'react'
import { MessagePayloadViewer } from '#domain/broker-message/schema/message-payload-viewer.tsx'
import type { MessageProperties } from '#domain/mqtt-link/link-message.ts'
import { isFigure } from '#features/diagnose/charts/numeric-paths.ts'
import { testClient as m } from '#features/diagnose/messages/test-client.ts'
import type { TestConnection } from '#features/diagnose/test-client/connection/test-connection.ts'
import type { Direction } from '#features/diagnose/test-client/engine/page-message.ts'
import type { OpenedMessage } from '#features/diagnose/test-client/engine/worker-message.ts'
import { formatBytes, formatNumber } from '#i18n/format-number.ts'
import { formatDateTime } from '#i18n/format-time.ts'
import { DrawerShell } from '#kit/dialogs/drawer-shell.tsx'
import type { DataPath } from '#lib/data-tree/data-path.ts'
import { hexFromBytes, textFromBytes } from '#lib/payload.ts'
import { visibleText } from '#lib/visible-text.ts'
import { type PropertyGroup, PropertyList } from '#ui/property-list.tsx'
import { EmptyState } from '#ui/states.tsx'
import { Verbatim } from '#ui/verbatim.tsx'

interface OpenedMessageDrawerProps {
  readonly connection: TestConnection
  readonly direction: Direction
  readonly seq: number
  readonly onDraw: (topic: string, path: DataPath) => void
  readonly onClose: () => void
}

/** Shows a whole message; the list has only its beginning. */
export function OpenedMessageDrawer(props: OpenedMessageDrawerProps) {
  const { connection, direction, seq, onDraw, onClose } = props
  const [message, setMessage] = useState<OpenedMessage | 'gone'>()
  useEffect(() => {
    let isWanted = true
    void connection.open(direction, seq).then((found) => isWanted && setMessage(found ?? 'gone'))
    return () => {
      isWanted = false
    }
  }, [connection, direction, seq])
  const isThere = message !== undefined && message !== 'gone'
  return (
    <DrawerShell
      title={isThere ? visibleText(message.topic, 80) : m.messages}
      isOpen
      onClose={onClose}
      size={720}
    >
      {message === 'gone' && <EmptyState title={m.messageGone} />}
      {isThere && (
        <>
          <PropertyList groups={buildPropertyGroups(message)} />
          <MessagePayloadViewer
            topic={message.topic}
            key={message.seq}
            bytes={message.payload}
            contentType={message.properties?.contentType}
            pathAction={{
              label: m.drawAsChart,
              isFor: isFigure,
              onSelect: (path) => onDraw(message.topic, path),
            }}
          />
        </>
      )}
    </DrawerShell>
  )
}

function buildPropertyGroups(message: OpenedMessage): readonly PropertyGroup[] {
  const { topic, at, qos, retain, payload, properties } = message
  return [
    {
      properties: [
        { label: m.topic, value: <Verbatim text={topic} mono focusable />, copy: topic },
        { label: m.time, value: `${formatDateTime(at)}.${String(at % 1000).padStart(3, '0')}` },
        { label: m.qos, value: formatNumber(qos) },
        { label: m.retain, value: retain ? m.yes : m.no },
        { label: m.size, value: formatBytes(payload.byteLength) },
      ],
    },
    ...messageProperties(properties),
  ]
}

type Properties = PropertyGroup['properties']

/** Returns the MQTT 5 properties of a message (§3.3.2.3); empty if it has none. */
function messageProperties(properties: MessageProperties | undefined): readonly PropertyGroup[] {
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
