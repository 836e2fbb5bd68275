import type { ReactNode } from 'react'
import type { Column } from '#kit/table/column.ts'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { Button } from '#ui/button.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { type MessageFacts, senderName } from './message-properties.tsx'
import { brokerMessage as m } from './messages.ts'

interface MessageColumnsOptions<Row, By extends string> {
  readonly onView: (row: Row) => void
  readonly sender: (row: Row) => ReactNode
  /** Additional columns between topic and sender. */
  readonly own?: readonly Column<Row, By>[]
}

/** Returns the columns of a list of messages whose payloads are opened individually. */
export function messageColumns<Row extends MessageFacts, By extends string = never>({
  onView,
  sender,
  own = [],
}: MessageColumnsOptions<Row, By>): readonly Column<Row, By | 'topic' | 'publish_at'>[] {
  return [
    verbatimColumn('topic', m.topic, ({ topic }) => topic, {
      sortable: true,
      always: true,
      width: 320,
      phone: 'name',
    }),
    {
      id: 'qos',
      header: m.qos,
      cell: ({ qos }) => qos,
      value: ({ qos }) => qos,
      align: 'end',
      width: 64,
      phone: 'pair',
    },
    ...own,
    {
      id: 'from_clientid',
      header: m.from,
      cell: sender,
      value: ({ from_clientid: from }) => from,
      width: 180,
      phone: 'pair',
    },
    verbatimColumn('from_username', m.fromUsername, ({ from_username: name }) => senderName(name), {
      width: 140,
      isExtra: true,
    }),
    {
      id: 'publish_at',
      header: m.published,
      cell: ({ publish_at: at }) => <RelativeTime at={at} />,
      value: ({ publish_at: at }) => at,
      sortable: true,
      width: 120,
      phone: 'pair',
    },
    verbatimColumn('msgid', m.messageId, ({ msgid }) => msgid, { width: 280, isExtra: true }),
    {
      id: 'payload',
      header: m.payload,
      cell: (row) => (
        <Button
          size="small"
          variant="quiet"
          aria-label={m.viewOf(visibleText(row.topic, 80))}
          onClick={() => onView(row)}
        >
          {m.view}
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
