import type { Subscription } from '@brokerdeck/contract/subscriptions.ts'
import { ClientLink } from '#domain/client/client-link.tsx'
import { subscriptionColumns } from '#domain/subscription/subscription-columns.tsx'
import type { Column } from '#kit/table/column.ts'
import { Verbatim } from '#ui/verbatim.tsx'
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
  {
    id: 'node',
    header: m.node,
    cell: ({ node }) => <Verbatim text={node} mono />,
    value: ({ node }) => node,
    mono: true,
    sortable: true,
    width: 180,
    phone: 'pair',
  },
  {
    id: 'durable',
    header: m.durable,
    cell: ({ durable }) => (durable === undefined ? '—' : durable ? m.yes : m.no),
    value: ({ durable }) => durable,
    isExtra: true,
    width: 80,
  },
]
