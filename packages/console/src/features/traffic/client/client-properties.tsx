import type { Client } from '@brokerdeck/contract/traffic/client.ts'
import { lazy } from 'react'
import { whyNoWrite } from '#api/query.ts'
import { useSampledAt } from '#api/sampled-at.ts'
import { formatSessionExpiry, protocolVersion, sessionNeverExpires } from '#domain/client/client-words.ts'
import { client as m } from '#features/traffic/messages/client.ts'
import { formatBytes, formatNumber } from '#i18n/format-number.ts'
import { formatClock } from '#i18n/format-time.ts'
import { askDialog } from '#kit/dialogs/dialog-store.ts'
import { Link } from '#kit/page/link.tsx'
import { linkTo } from '#routes/routes.ts'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Amount, Tag } from '#ui/marks.tsx'
import { Panel } from '#ui/panel.tsx'
import { type PropertyGroup, PropertyList } from '#ui/property-list.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import classes from './client-properties.module.css'

interface ClientPropertiesProps {
  readonly client: Client
  readonly answeredAt: number
  readonly pollSeconds: number
  /** The reason why the last refresh failed. */
  readonly problem: string | undefined
}

/** Shows all properties of a client that the broker reports, except its counters. */
export function ClientProperties({ client, answeredAt, pollSeconds, problem }: ClientPropertiesProps) {
  const { isStale } = useSampledAt({ dataUpdatedAt: answeredAt }, pollSeconds)
  return (
    <Panel
      title={m.properties}
      actions={<CopyButton text={() => printClient(client)} name={m.propertiesAsJson} />}
      footer={
        <>
          {m.sampledAt(formatClock(answeredAt))}
          {isStale && <Tag tone="warn">{m.stale}</Tag>}
          {problem !== undefined && <span role="alert">{m.refreshFailed(problem)}</span>}
        </>
      }
    >
      <PropertyList
        groups={[connectionProperties(client), identityProperties(client), ...sessionProperties(client)]}
      />
    </Panel>
  )
}

/** Returns the client as JSON, without the cookie, which may be a secret. */
function printClient(client: Client): string {
  return JSON.stringify({ ...client, ws_cookie: undefined }, null, 2)
}

/** Formats a boolean, or a listener's own mode (`quick_deny_anonymous`) as the broker spells it. */
function authentication(value: Client['enable_authn']): string | undefined {
  if (typeof value === 'boolean') return value ? m.authnOn : m.authnOff
  return value
}

function identityProperties(client: Client): PropertyGroup {
  return {
    title: m.identity,
    properties: [
      {
        label: m.username,
        value: <Verbatim text={client.username} focusable />,
        copy: client.username ?? undefined,
      },
      {
        label: m.attributes,
        definition: m.attributesMeaning,
        value: <NamedValues values={client.client_attrs} />,
      },
      { label: m.authentication, value: <Verbatim text={authentication(client.enable_authn)} /> },
      {
        label: m.authExpires,
        definition: m.authExpiresMeaning,
        value: <RelativeTime at={client.auth_expire_at} />,
      },
      {
        label: m.mountpoint,
        definition: m.mountpointMeaning,
        value: <Verbatim text={client.mountpoint} mono focusable />,
      },
      { label: m.bridge, value: <YesNo value={client.is_bridge} /> },
    ],
  }
}

const KeepaliveDialog = lazy(async () => ({
  default: (await import('./keepalive-dialog.tsx')).KeepaliveDialog,
}))

const transports = new Map([
  ['tcp', 'TCP'],
  ['ssl', 'TLS'],
  ['ws', 'WebSocket'],
  ['wss', 'WebSocket, TLS'],
  ['quic', 'QUIC'],
])

/** Returns a name such as `MQTT 5.0, TLS`; the transport is the type of the listener. */
function protocolName(client: Client): string {
  const version = protocolVersion(client) ?? ''
  const name = /^mq(tt|isdp)$/i.test(client.proto_name) ? `MQTT ${version}` : version
  const transport = transports.get(client.listener?.split(':')[0] ?? '')
  return transport === undefined ? name : `${name}, ${transport}`
}

function connectionProperties(client: Client): PropertyGroup {
  const address = client.ip_address.includes(':')
    ? `[${client.ip_address}]:${client.port}`
    : `${client.ip_address}:${client.port}`
  return {
    title: m.connection,
    properties: [
      { label: m.address, value: <Verbatim text={address} mono />, copy: address },
      { label: m.listener, value: <Verbatim text={client.listener} mono /> },
      { label: m.protocol, value: <Verbatim text={protocolName(client)} /> },
      { label: m.keepAlive, definition: m.keepAliveMeaning, value: <KeepAlive client={client} /> },
      { label: m.connected, value: <RelativeTime at={client.connected_at} /> },
      { label: m.disconnected, value: <RelativeTime at={client.disconnected_at} /> },
      {
        label: m.serverName,
        definition: m.serverNameMeaning,
        value: <Verbatim text={client.peersni} mono focusable />,
      },
      {
        label: m.cookie,
        definition: m.cookieMeaning,
        value: client.ws_cookie?.length ? m.cookieSent : <span className="dim">—</span>,
      },
    ],
  }
}

function KeepAlive({ client }: { readonly client: Client }) {
  return (
    <span className={classes['changeable']}>
      {client.keepalive === 0 ? m.keepAliveOff : m.keepAliveOf(formatNumber(client.keepalive))}
      <Button
        size="small"
        variant="quiet"
        aria-label={m.changeKeepAlive}
        disabledReason={whyNoWrite()}
        onClick={() => void changeKeepalive(client)}
      >
        {m.change}
      </Button>
    </span>
  )
}

/** Asks for a new keepalive interval. */
function changeKeepalive(client: Client): Promise<void> {
  return askDialog<void>((close) => <KeepaliveDialog client={client} onClose={close} />)
}

function formatAmount(count: number, limit: number | 'infinity'): string {
  const shown = formatNumber(count)
  return limit === 'infinity' ? m.amountNoLimit(shown) : m.amountOf(shown, formatNumber(limit))
}

/** Formats the session expiry; 0 means that the session ends with the connection (MQTT 5 §3.1.2.11.2). */
function expiry({ expiry_interval: seconds }: Client): string {
  if (seconds === 0) return m.withConnection
  const duration = formatSessionExpiry(seconds)
  return seconds === sessionNeverExpires ? duration : m.afterDisconnect(duration)
}

function findSessionEnd({
  connected,
  disconnected_at: left,
  expiry_interval: seconds,
}: Client): number | undefined {
  if (connected || left === undefined || seconds === sessionNeverExpires) return undefined
  return new Date(left).getTime() + seconds * 1000
}

function sessionProperties(client: Client): readonly PropertyGroup[] {
  return [
    {
      title: m.session,
      properties: [
        {
          label: m.node,
          value: (
            <Link to={linkTo('node', { node: client.node })}>
              <Verbatim text={client.node} mono />
            </Link>
          ),
        },
        {
          // The flag in CONNECT has another name and another meaning since MQTT 5.
          label: client.proto_ver === 5 ? m.cleanStart : m.cleanSessionFlag,
          value: <YesNo value={client.clean_start} />,
        },
        { label: m.sessionExpiry, definition: m.sessionExpiryMeaning, value: expiry(client) },
        { label: m.sessionEnds, value: <RelativeTime at={findSessionEnd(client)} /> },
        { label: m.expired, value: <YesNo value={client.is_expired} /> },
        { label: m.persistent, value: <YesNo value={client.is_persistent} /> },
        { label: m.durable, definition: m.durableMeaning, value: <YesNo value={client.durable} /> },
        { label: m.created, value: <RelativeTime at={client.created_at} /> },
        {
          label: m.subscriptions,
          value: (
            <Link to={linkTo('subscriptions', { clientid: client.clientid })}>
              {formatAmount(client.subscriptions_cnt, client.subscriptions_max)}
            </Link>
          ),
        },
        {
          label: m.inflight,
          definition: m.inflightMeaning,
          value: (
            <Link to={linkTo('client', { clientId: client.clientid }, { messages: 'inflight' })}>
              {formatAmount(client.inflight_cnt, client.inflight_max)}
            </Link>
          ),
        },
        {
          label: m.awaitingRelease,
          definition: m.awaitingReleaseMeaning,
          value: formatAmount(client.awaiting_rel_cnt, client.awaiting_rel_max),
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

/** An unknown value is shown as a dash, not as "no". */
function YesNo({ value }: { readonly value: boolean | undefined }) {
  if (value === undefined) return <span className="dim">—</span>
  return value ? m.yes : m.no
}

function printValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Lists the pairs that a client or an operator has named, one per line: `site=hz`. */
function NamedValues({ values }: { readonly values: Readonly<Record<string, unknown>> | undefined }) {
  const pairs = Object.entries(values ?? {})
  if (pairs.length === 0) return <span className="dim">—</span>
  return (
    <span className={classes['pairs']}>
      {pairs.map(([name, value]) => (
        <Verbatim key={name} text={`${name}=${printValue(value)}`} mono focusable />
      ))}
    </span>
  )
}
