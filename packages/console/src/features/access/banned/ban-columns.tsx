import type { Ban } from '@brokerdeck/contract/access/banned.ts'
import { banKindNames } from '#domain/client/ban-kind-names.ts'
import { formatDateTime } from '#i18n/format-time.ts'
import type { Column } from '#kit/table/column.ts'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { m } from './messages.ts'

export const banColumns: readonly Column<Ban>[] = [
  verbatimColumn('who', m.value, ({ who }) => who, {
    always: true,
    sortable: true,
    width: 240,
    phone: 'name',
  }),
  {
    id: 'as',
    header: m.kind,
    value: ({ as }) => as,
    cell: ({ as }) => banKindNames[as],
    sortable: true,
    width: 220,
    phone: 'line',
  },
  {
    id: 'reason',
    header: m.reason,
    value: ({ reason }) => reason,
    cell: ({ reason }) => <Verbatim text={reason} />,
    width: 280,
    phone: 'line',
  },
  verbatimColumn('by', m.by, ({ by }) => by, { sortable: true, width: 150 }),
  {
    id: 'at',
    header: m.at,
    value: ({ at }) => at,
    cell: ({ at }) => <RelativeTime at={at} />,
    sortable: true,
    width: 140,
  },
  {
    id: 'until',
    header: m.until,
    value: ({ until }) => until,
    cell: ({ until }) => (until === 'infinity' ? m.never : formatDateTime(until)),
    sortable: true,
    width: 190,
    phone: 'pair',
  },
]
