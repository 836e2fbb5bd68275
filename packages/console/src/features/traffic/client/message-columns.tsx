import { formatNumber } from '#i18n/format-number.ts'
import type { Column } from '#kit/table/column.ts'
import { visibleText } from '#lib/visible-text.ts'
import { Button } from '#ui/button.tsx'
import { Tag } from '#ui/marks.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { client as m } from '../messages/client.ts'
import type { SessionMessage } from './session-messages.ts'

export function messageColumns(show: (message: SessionMessage) => void): readonly Column<SessionMessage>[] {
  return [
    {
      id: 'topic',
      header: m.topic,
      cell: ({ topic }) => <Verbatim text={topic} mono focusable />,
      value: ({ topic }) => topic,
      mono: true,
      width: 200,
      phone: 'name',
    },
    {
      id: 'qos',
      header: m.qosLabel,
      cell: ({ qos }) => qos,
      value: ({ qos }) => qos,
      align: 'end',
      width: 56,
      phone: 'pair',
    },
    {
      id: 'msgid',
      header: m.messageId,
      cell: (message) => (
        <>
          <Verbatim text={message.msgid} mono focusable /> <PriorityTag message={message} />
        </>
      ),
      value: ({ msgid }) => msgid,
      mono: true,
      width: 160,
    },
    {
      id: 'from_clientid',
      header: m.from,
      cell: ({ from_clientid: from }) => <Verbatim text={from} mono focusable />,
      value: ({ from_clientid: from }) => from,
      width: 130,
      phone: 'pair',
    },
    {
      id: 'publish_at',
      header: m.published,
      cell: ({ publish_at: at }) => <RelativeTime at={at} />,
      value: ({ publish_at: at }) => at,
      width: 104,
      phone: 'pair',
    },
    {
      id: 'payload',
      header: m.payload,
      cell: (message) => (
        <Button
          size="small"
          variant="quiet"
          aria-label={m.showPayloadOf(visibleText(message.msgid, 80))}
          onClick={() => show(message)}
        >
          {m.showPayload}
        </Button>
      ),
      value: () => undefined,
      fields: [],
      align: 'end',
      width: 90,
      phone: 'status',
    },
  ]
}

/** Ordinary topics have priority 0. */
function PriorityTag({ message }: { readonly message: SessionMessage }) {
  if (!('mqueue_priority' in message) || message.mqueue_priority === 0) return null
  const { mqueue_priority: priority } = message
  return (
    <Tag>
      {m.priority}: {priority === 'infinity' ? '∞' : formatNumber(priority)}
    </Tag>
  )
}
