import type { SlowSubscription } from '@brokerdeck/contract/diagnose/slow-subscriptions.ts'
import { Link } from '@tanstack/react-router'
import { ClientLink } from '#domain/client/client-link.tsx'
import type { Column } from '#kit/table/column.ts'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { paths } from '#lib/paths.ts'
import { RelativeTime } from '#ui/relative-time.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { formatLatency } from './format-latency.ts'
import { m } from './messages.ts'

export const slowSubscriptionColumns: readonly Column<SlowSubscription>[] = [
  {
    id: 'clientid',
    header: m.client,
    cell: ({ clientid }) => <ClientLink clientid={clientid} />,
    value: ({ clientid }) => clientid,
    mono: true,
    always: true,
    sortable: true,
    width: 260,
    phone: 'name',
  },
  verbatimColumn('topic', m.topic, ({ topic }) => topic, { sortable: true, width: 320, phone: 'pair' }),
  {
    id: 'timespan',
    header: m.latency,
    definition: m.latencyMeaning,
    cell: ({ timespan }) => formatLatency(timespan),
    value: ({ timespan }) => timespan,
    align: 'end',
    sortable: true,
    width: 120,
    phone: 'status',
  },
  {
    id: 'node',
    header: m.node,
    cell: ({ node }) => (
      <Link to={paths.node(node)}>
        <Verbatim text={node} mono />
      </Link>
    ),
    value: ({ node }) => node,
    mono: true,
    sortable: true,
    width: 200,
    phone: 'pair',
  },
  {
    id: 'last_update_time',
    header: m.updated,
    definition: m.updatedMeaning,
    cell: ({ last_update_time: at }) => <RelativeTime at={at} />,
    value: ({ last_update_time: at }) => new Date(at).toISOString(),
    sortable: true,
    width: 130,
    phone: 'pair',
  },
]
