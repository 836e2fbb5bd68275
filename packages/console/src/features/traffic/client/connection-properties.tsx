import type { Client } from '@brokerdeck/contract/traffic/client.ts'
import { lazy } from 'react'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { protocolVersion } from '#domain/client/protocol-name.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { askDialog } from '#kit/dialogs/dialog-store.ts'
import { Button } from '#ui/button.tsx'
import type { PropertyGroup } from '#ui/property-list.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { client as m } from '../messages/client.ts'
import classes from './client-properties.module.css'

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

/** `MQTT 5.0, TLS`; the transport is the type of the listener. */
function protocolName(client: Client): string {
  const version = protocolVersion(client) ?? ''
  const name = /^mq(tt|isdp)$/i.test(client.proto_name) ? `MQTT ${version}` : version
  const transport = transports.get(client.listener?.split(':')[0] ?? '')
  return transport === undefined ? name : `${name}, ${transport}`
}

export function connectionProperties(client: Client): PropertyGroup {
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
      {client.keepalive === 0 ? m.keepAliveOff : `${formatNumber(client.keepalive)} s`}
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

/** Asks for another interval. */
function changeKeepalive(client: Client): Promise<void> {
  return askDialog<void>((close) => <KeepaliveDialog client={client} onClose={close} />)
}
