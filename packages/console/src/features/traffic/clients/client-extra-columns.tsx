import type { ClientRow } from '@brokerdeck/contract/traffic/client.ts'
import { clients as m } from '#features/traffic/messages/lists.ts'
import { formatBytes } from '#i18n/format-number.ts'
import type { Column } from '#kit/table/column.ts'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { Amount } from '#ui/marks.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'

type Limit = number | 'infinity' | undefined

function ofLimit(count: number | undefined, limit: Limit): string {
  if (count === undefined) return '—'
  return limit === undefined ? String(count) : `${count} / ${limit === 'infinity' ? '∞' : limit}`
}

/** Returns whether the listener type uses encryption, or undefined if the broker does not report the listener. */
function isEncrypted({ listener }: ClientRow): boolean | undefined {
  return listener === undefined ? undefined : /^(ssl|wss|quic):/.test(listener)
}

function attributes({ client_attrs: given }: ClientRow): string | undefined {
  if (given === undefined || Object.keys(given).length === 0) return undefined
  return Object.entries(given)
    .map(([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')
}

function amount(
  id: string,
  header: string,
  value: (client: ClientRow) => number | undefined,
  more: { readonly definition?: string; readonly format?: (value: number) => string } = {},
): Column<ClientRow, never> {
  const { definition, format } = more
  return {
    id,
    header,
    ...(definition === undefined ? {} : { definition }),
    cell: (client) => <Amount value={value(client)} {...(format === undefined ? {} : { format })} />,
    value,
    align: 'end',
    width: 130,
    isExtra: true,
  }
}

function moment(
  id: string,
  header: string,
  value: (client: ClientRow) => string | undefined,
): Column<ClientRow, never> {
  return {
    id,
    header,
    cell: (client) => <RelativeTime at={value(client)} />,
    value,
    align: 'end',
    width: 120,
    isExtra: true,
  }
}

function words(
  id: string,
  header: string,
  value: (client: ClientRow) => string | null | undefined,
  definition?: string,
): Column<ClientRow, never> {
  return verbatimColumn(id, header, value, {
    ...(definition === undefined ? {} : { definition }),
    width: 140,
    isExtra: true,
  })
}

const word = (is: boolean | undefined) => (is === undefined ? undefined : is ? m.yes : m.no)

/** The columns that are hidden until the user adds them. */
export const clientExtraColumns: readonly Column<ClientRow, never>[] = [
  words('listener', m.listener, ({ listener }) => listener),
  {
    ...words('tls', m.tls, (client) => word(isEncrypted(client)), m.tlsMeaning),
    fields: [{ id: 'tls', value: isEncrypted }],
  },
  amount('port', m.port, ({ port }) => port, { format: String }),
  {
    ...words('is_bridge', m.bridge, ({ is_bridge: is }) => word(is)),
    fields: [{ id: 'is_bridge', value: ({ is_bridge: is }) => is }],
  },
  {
    ...words('client_attrs', m.attributes, attributes),
    fields: [{ id: 'client_attrs', value: ({ client_attrs: given }) => given && JSON.stringify(given) }],
  },
  words('mountpoint', m.mountpoint, ({ mountpoint }) => mountpoint),
  moment('created_at', m.createdAt, ({ created_at: at }) => at),
  moment('disconnected_at', m.disconnectedAt, ({ disconnected_at: at }) => at),
  {
    ...words(
      'inflight',
      m.inflight,
      ({ inflight_cnt: count, inflight_max: limit }) => ofLimit(count, limit),
      m.inflightMeaning,
    ),
    fields: [
      { id: 'inflight_cnt', value: ({ inflight_cnt: count }) => count },
      { id: 'inflight_max', value: ({ inflight_max: limit }) => limit },
    ],
  },
  {
    ...words(
      'awaiting_rel',
      m.awaiting,
      ({ awaiting_rel_cnt: count, awaiting_rel_max: limit }) => ofLimit(count, limit),
      m.awaitingMeaning,
    ),
    fields: [
      { id: 'awaiting_rel_cnt', value: ({ awaiting_rel_cnt: count }) => count },
      { id: 'awaiting_rel_max', value: ({ awaiting_rel_max: limit }) => limit },
    ],
  },
  amount('mqueue_dropped', m.dropped, ({ mqueue_dropped: count }) => count),
  amount('heap_size', m.heap, ({ heap_size: bytes }) => bytes, { format: formatBytes }),
  amount('reductions', m.reductions, ({ reductions }) => reductions, { definition: m.reductionsMeaning }),
  amount('mailbox_len', m.mailbox, ({ mailbox_len: count }) => count, { definition: m.mailboxMeaning }),
  amount('recv_oct', m.received(m.bytes), ({ recv_oct: bytes }) => bytes, { format: formatBytes }),
  amount('recv_cnt', m.received(m.reads), ({ recv_cnt: count }) => count),
  amount('recv_pkt', m.received(m.packets), ({ recv_pkt: count }) => count),
  amount('recv_msg', m.received(m.messages), ({ recv_msg: count }) => count),
  amount('recv_msg.qos0', m.received(m.qos(0)), (client) => client['recv_msg.qos0']),
  amount('recv_msg.qos1', m.received(m.qos(1)), (client) => client['recv_msg.qos1']),
  amount('recv_msg.qos2', m.received(m.qos(2)), (client) => client['recv_msg.qos2']),
  amount('recv_msg.dropped', m.received(m.droppedAll), (client) => client['recv_msg.dropped']),
  amount(
    'recv_msg.dropped.await_pubrel_timeout',
    m.received(m.droppedPubrel),
    (client) => client['recv_msg.dropped.await_pubrel_timeout'],
  ),
  amount('send_oct', m.sent(m.bytes), ({ send_oct: bytes }) => bytes, { format: formatBytes }),
  amount('send_cnt', m.sent(m.writes), ({ send_cnt: count }) => count),
  amount('send_pkt', m.sent(m.packets), ({ send_pkt: count }) => count),
  amount('send_msg', m.sent(m.messages), ({ send_msg: count }) => count),
  amount('send_msg.qos0', m.sent(m.qos(0)), (client) => client['send_msg.qos0']),
  amount('send_msg.qos1', m.sent(m.qos(1)), (client) => client['send_msg.qos1']),
  amount('send_msg.qos2', m.sent(m.qos(2)), (client) => client['send_msg.qos2']),
  amount('send_msg.dropped', m.sent(m.droppedAll), (client) => client['send_msg.dropped']),
  amount(
    'send_msg.dropped.expired',
    m.sent(m.droppedExpired),
    (client) => client['send_msg.dropped.expired'],
  ),
  amount(
    'send_msg.dropped.queue_full',
    m.sent(m.droppedFull),
    (client) => client['send_msg.dropped.queue_full'],
  ),
  amount(
    'send_msg.dropped.too_large',
    m.sent(m.droppedLarge),
    (client) => client['send_msg.dropped.too_large'],
  ),
]
