import type { ClientRow } from '@brokerdeck/contract/traffic/client.ts'
import { ClientLink } from '#domain/client/client-link.tsx'
import { ClientStatus, isQueueNearlyFull, queueShare } from '#domain/client/client-status.tsx'
import { formatSessionExpiry, protocolVersion } from '#domain/client/client-words.ts'
import { clients as m } from '#features/traffic/messages/lists.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { formatDuration } from '#i18n/format-time.ts'
import type { Column } from '#kit/table/column.ts'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { Amount } from '#ui/marks.tsx'
import { Meter } from '#ui/meter.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { clientExtraColumns } from './client-extra-columns.tsx'
import classes from './queue-cell.module.css'

function address({ ip_address: ip, port }: ClientRow): string | undefined {
  if (ip === undefined || port === undefined) return ip
  return ip.includes(':') ? `[${ip}]:${port}` : `${ip}:${port}`
}

/** The columns of the client list. Those of specification §3 are shown by default; the others can be added. */
export const clientColumns: readonly Column<ClientRow, never>[] = [
  {
    id: 'clientid',
    header: m.client,
    cell: ({ clientid }) => <ClientLink clientid={clientid} />,
    value: ({ clientid }) => clientid,
    mono: true,
    always: true,
    width: 220,
    phone: 'name',
  },
  {
    id: 'connected',
    header: m.status,
    cell: (client) => <ClientStatus client={client} />,
    value: ({ connected }) => connected,
    width: 150,
    phone: 'status',
  },
  {
    id: 'mqueue',
    header: m.queue,
    definition: m.queueMeaning,
    cell: (client) => <QueueCell client={client} />,
    value: ({ mqueue_len: length }) => length,
    fields: [
      { id: 'mqueue_len', value: ({ mqueue_len: length }) => length },
      { id: 'mqueue_max', value: ({ mqueue_max: limit }) => limit },
    ],
    align: 'end',
    width: 120,
    isExtra: true,
  },
  {
    id: 'username',
    header: m.username,
    cell: ({ username }) => <Verbatim text={username} />,
    value: ({ username }) => username,
    width: 140,
    phone: 'pair',
  },
  {
    id: 'ip_address',
    header: m.ip,
    cell: (client) => <Verbatim text={address(client)} mono />,
    value: address,
    fields: [{ id: 'ip_address', value: ({ ip_address: ip }) => ip }],
    mono: true,
    width: 160,
    phone: 'pair',
  },
  {
    id: 'proto_ver',
    header: m.protocol,
    cell: (client) => protocolVersion(client) ?? '—',
    value: protocolVersion,
    fields: [
      { id: 'proto_name', value: ({ proto_name: name }) => name },
      { id: 'proto_ver', value: ({ proto_ver: level }) => level },
    ],
    width: 80,
    isExtra: true,
  },
  verbatimColumn('node', m.node, ({ node }) => node, {
    definition: m.nodeMeaning,
    width: 170,
    isExtra: true,
  }),
  {
    id: 'keepalive',
    header: m.keepalive,
    definition: m.keepaliveMeaning,
    cell: ({ keepalive }) => (keepalive === undefined ? '—' : formatDuration(keepalive * 1000)),
    value: ({ keepalive }) => keepalive,
    align: 'end',
    width: 90,
  },
  {
    id: 'clean_start',
    header: m.cleanStart,
    definition: m.cleanStartMeaning,
    cell: ({ clean_start: isClean }) => (isClean === undefined ? '—' : isClean ? m.yes : m.no),
    value: ({ clean_start: isClean }) => isClean,
    width: 90,
  },
  {
    id: 'expiry_interval',
    header: m.expiry,
    definition: m.expiryMeaning,
    cell: ({ expiry_interval: seconds }) => formatSessionExpiry(seconds),
    value: ({ expiry_interval: seconds }) => seconds,
    align: 'end',
    width: 110,
  },
  {
    id: 'subscriptions',
    header: m.subs,
    definition: m.subsMeaning,
    cell: ({ subscriptions_cnt: count }) => <Amount value={count} />,
    value: ({ subscriptions_cnt: count }) => count,
    fields: [{ id: 'subscriptions_cnt', value: ({ subscriptions_cnt: count }) => count }],
    align: 'end',
    width: 70,
    phone: 'pair',
    isExtra: true,
  },
  {
    id: 'connected_at',
    header: m.connectedAt,
    cell: ({ connected_at: at }) => <RelativeTime at={at} />,
    value: ({ connected_at: at }) => at,
    align: 'end',
    width: 110,
    phone: 'pair',
  },
  ...clientExtraColumns,
]

/** Shows the number of queued messages, with a meter once there are any. */
function QueueCell({ client }: { readonly client: ClientRow }) {
  const { mqueue_len: length, mqueue_max: limit } = client
  const share = queueShare(client)
  return (
    <span className={classes['queue']}>
      {length !== undefined && length > 0 && share !== undefined && (
        <Meter
          value={share}
          level={isQueueNearlyFull(client) ? 'warn' : 'normal'}
          label={m.queueLimit(formatNumber(length), limit === undefined ? '—' : String(limit))}
        />
      )}
      <span className={classes['count']}>
        <Amount value={length} />
      </span>
    </span>
  )
}
