import type { DelayedMessage } from '@brokerdeck/contract/traffic/delayed.ts'
import { messageColumns } from '#domain/broker-message/message-columns.tsx'
import { MessageSender } from '#domain/client/message-sender.tsx'
import { formatDuration } from '#i18n/format-time.ts'
import type { Column } from '#kit/table/column.ts'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { m } from './messages.ts'

export function delayedColumns(onView: (message: DelayedMessage) => void): readonly Column<DelayedMessage>[] {
  return messageColumns<DelayedMessage>({
    onView,
    sender: ({ from_clientid: from }) => <MessageSender clientid={from} />,
    own: [
      {
        id: 'expected_at',
        header: m.goesOut,
        cell: ({ expected_at: at }) => <RelativeTime at={at} />,
        value: ({ expected_at: at }) => at,
        sortable: true,
        width: 120,
        phone: 'pair',
      },
      {
        id: 'delayed_interval',
        header: m.delay,
        definition: m.delayMeaning,
        cell: ({ delayed_interval: seconds }) => formatDuration(seconds * 1000),
        value: ({ delayed_interval: seconds }) => seconds,
        align: 'end',
        width: 110,
        phone: 'pair',
      },
      verbatimColumn('node', m.node, ({ node }) => node, { width: 180, isExtra: true }),
    ],
  })
}
