import type { Client } from '@brokerdeck/contract/traffic/client.ts'
import { Link } from '@tanstack/react-router'
import { formatSessionExpiry, neverExpires } from '#domain/client/session-expiry.ts'
import { formatBytes, formatNumber } from '#i18n/format-number.ts'
import { paths } from '#lib/paths.ts'
import { Amount } from '#ui/amount.tsx'
import type { PropertyGroup } from '#ui/property-list.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { client as m } from '../messages/client.ts'
import { NamedValues } from './named-values.tsx'
import { YesNo } from './yes-no.tsx'

function amountOf(count: number, limit: number | 'infinity'): string {
  const shown = formatNumber(count)
  return limit === 'infinity' ? m.amountNoLimit(shown) : m.amountOf(shown, formatNumber(limit))
}

/** 0 ends with the connection (MQTT 5 §3.1.2.11.2). */
function expiry({ expiry_interval: seconds }: Client): string {
  if (seconds === 0) return m.withConnection
  const duration = formatSessionExpiry(seconds)
  return seconds === neverExpires ? duration : m.afterDisconnect(duration)
}

function endOf({ connected, disconnected_at: left, expiry_interval: seconds }: Client): number | undefined {
  if (connected || left === undefined || seconds === neverExpires) return undefined
  return new Date(left).getTime() + seconds * 1000
}

export function sessionProperties(client: Client): readonly PropertyGroup[] {
  return [
    {
      title: m.session,
      properties: [
        {
          label: m.node,
          value: (
            <Link to={paths.node(client.node)}>
              <Verbatim text={client.node} mono />
            </Link>
          ),
        },
        {
          // The flag in CONNECT changed its name and its meaning with MQTT 5.
          label: client.proto_ver === 5 ? m.cleanStart : m.cleanSessionFlag,
          value: <YesNo value={client.clean_start} />,
        },
        { label: m.sessionExpiry, definition: m.sessionExpiryMeaning, value: expiry(client) },
        { label: m.sessionEnds, value: <RelativeTime at={endOf(client)} /> },
        { label: m.expired, value: <YesNo value={client.is_expired} /> },
        { label: m.persistent, value: <YesNo value={client.is_persistent} /> },
        { label: m.durable, definition: m.durableMeaning, value: <YesNo value={client.durable} /> },
        { label: m.created, value: <RelativeTime at={client.created_at} /> },
        {
          label: m.subscriptions,
          value: (
            <Link to={paths.subscriptions()} search={{ clientid: client.clientid }}>
              {amountOf(client.subscriptions_cnt, client.subscriptions_max)}
            </Link>
          ),
        },
        {
          label: m.inflight,
          definition: m.inflightMeaning,
          value: (
            <Link to={paths.client(client.clientid)} search={{ messages: 'inflight' }}>
              {amountOf(client.inflight_cnt, client.inflight_max)}
            </Link>
          ),
        },
        {
          label: m.awaitingRelease,
          definition: m.awaitingReleaseMeaning,
          value: amountOf(client.awaiting_rel_cnt, client.awaiting_rel_max),
        },
        {
          label: m.disconnectProperties,
          definition: m.disconnectPropertiesMeaning,
          value: <NamedValues values={client.disconn_props} />,
        },
      ],
    },
    {
      title: m.process,
      properties: [
        { label: m.heap, value: <Amount value={client.heap_size} format={formatBytes} /> },
        { label: m.mailbox, definition: m.mailboxMeaning, value: <Amount value={client.mailbox_len} /> },
        { label: m.reductions, definition: m.reductionsMeaning, value: <Amount value={client.reductions} /> },
      ],
    },
  ]
}
