import { formatBytes } from '#i18n/format-number.ts'
import { formatDateTime } from '#i18n/format-time.ts'
import type { Column } from '#kit/table/column.ts'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { Amount } from '#ui/amount.tsx'
import type { HistoryEntry } from '../engine/explorer-event.ts'
import { clockWithMillis } from './clock-with-millis.ts'
import { m } from './messages.ts'

export const historyColumns: readonly Column<HistoryEntry>[] = [
  {
    id: 'time',
    header: m.time,
    cell: ({ time }) => clockWithMillis(time),
    value: ({ time }) => formatDateTime(time),
    always: true,
    width: 116,
    phone: 'name',
  },
  {
    id: 'qos',
    header: m.qosHead,
    cell: ({ qos }) => qos,
    value: ({ qos }) => qos,
    align: 'end',
    width: 56,
    phone: 'pair',
  },
  {
    id: 'size',
    header: m.size,
    cell: ({ size }) => <Amount value={size} format={formatBytes} />,
    value: ({ size }) => size,
    align: 'end',
    width: 84,
    phone: 'pair',
  },
  verbatimColumn('preview', m.payload, ({ preview }) => preview, { width: 240, phone: 'pair' }),
]
