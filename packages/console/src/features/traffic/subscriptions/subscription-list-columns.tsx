import type { Subscription } from '@brokerdeck/contract/traffic/subscriptions.ts'
import { ClientLink } from '#domain/client/client-link.tsx'
import { subscriptionColumns } from '#domain/subscription/subscription-columns.tsx'
import type { Column } from '#kit/table/column.ts'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { m } from './messages.ts'

export const subscriptionListColumns: readonly Column<Subscription>[] = [
  ...subscriptionColumns,
  {
    id: 'clientid',
    header: m.client,
    cell: ({ clientid }) => <ClientLink clientid={clientid} />,
    value: ({ clientid }) => clientid,
    mono: true,
    sortable: true,
    width: 220,
    phone: 'status',
  },
  verbatimColumn('node', m.node, ({ node }) => node, { sortable: true, width: 180, phone: 'pair' }),
  {
    id: 'durable',
    header: m.durable,
    cell: ({ durable }) => (durable === undefined ? '—' : durable ? m.yes : m.no),
    value: ({ durable }) => durable,
    isExtra: true,
    width: 80,
  },
]
