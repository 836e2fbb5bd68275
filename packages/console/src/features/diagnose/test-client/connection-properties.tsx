import { type ConnectionSettings, neverExpires } from '#domain/mqtt-link/connection-settings.ts'
import { methodName } from '#domain/mqtt-link/enhanced/chosen-method.ts'
import type { Connack, LinkState } from '#domain/mqtt-link/link-state.ts'
import { useBrokerPorts } from '#domain/mqtt-link/use-broker-ports.ts'
import { formatBytes, formatNumber } from '#i18n/format-number.ts'
import { Fold } from '#ui/fold.tsx'
import { type PropertyGroup, PropertyList } from '#ui/property-list.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { testClient as m } from '../messages/test-client.ts'
import classes from './connection-properties.module.css'

type Properties = PropertyGroup['properties']

interface ConnectionPropertiesProps {
  readonly settings: ConnectionSettings
  readonly state: LinkState
}

/** What the connection is made with, and what the broker grants it. */
export function ConnectionProperties({ settings, state }: ConnectionPropertiesProps) {
  const { connack } = state
  const { via, node, tls, host, port, path, version, username } = settings
  const address = via === 'tunnel' ? undefined : `${tls ? 'wss' : 'ws'}://${host}:${port}${path}`
  const ports = useBrokerPorts(via === 'direct')
  const listener = ports?.find((one) => one.port === port && one.type === (tls ? 'wss' : 'ws'))
  const clientId = connack?.assignedClientId ?? settings.clientId
  const method = methodName(settings)
  const own: Properties = [
    {
      label: m.address,
      value:
        address === undefined ? (
          node === '' ? (
            m.tunnel
          ) : (
            m.tunnelNode(node)
          )
        ) : (
          <Verbatim text={address} mono wrap />
        ),
    },
    ...(listener === undefined ? [] : [{ label: m.listener, value: <Verbatim text={listener.id} mono /> }]),
    {
      label: m.clientId,
      value: clientId === '' ? m.givenLater : <Verbatim text={clientId} mono focusable />,
      ...(clientId === '' ? {} : { copy: clientId }),
    },
    ...(username === '' ? [] : [{ label: m.username, value: <Verbatim text={username} mono focusable /> }]),
    ...(method === undefined ? [] : [{ label: m.enhanced, value: <Verbatim text={method} mono /> }]),
    { label: m.version, value: version === 5 ? m.version5 : m.version4 },
    ...(state.phase === 'connected' ? [{ label: m.since, value: <RelativeTime at={state.since} /> }] : []),
  ]
  return (
    <>
      <PropertyList groups={[{ properties: own }]} />
      {connack !== undefined && (
        <Fold title={m.granted} className={classes['granted']}>
          <PropertyList groups={[{ properties: grantedTo(connack, settings) }]} />
        </Fold>
      )}
    </>
  )
}

function grantedTo(connack: Connack, settings: ConnectionSettings): Properties {
  const expiry = connack.sessionExpiry ?? settings.sessionExpiry
  const number = (label: string, value: number | undefined) =>
    value === undefined ? [] : [{ label, value: formatNumber(value) }]
  // The standard has them on unless the broker says no (§3.2.2.3): only a no is worth a line.
  const withheld = (label: string, has: boolean | undefined) =>
    has === false ? [{ label, value: m.no }] : []
  return [
    { label: m.session, value: connack.isSessionPresent ? m.sessionPresent : m.sessionNew },
    ...(connack.version === 5
      ? [{ label: m.expiry, value: expiry === neverExpires ? m.never : m.seconds(formatNumber(expiry)) }]
      : []),
    { label: m.keepalive, value: m.seconds(formatNumber(connack.serverKeepAlive ?? settings.keepalive)) },
    ...number(m.receiveMaximum, connack.receiveMaximum),
    ...number(m.maximumQos, connack.maximumQos),
    ...(connack.maximumPacketSize === undefined
      ? []
      : [{ label: m.maximumPacketSize, value: formatBytes(connack.maximumPacketSize) }]),
    ...number(m.topicAliasMaximum, connack.topicAliasMaximum),
    ...withheld(m.retainAvailable, connack.hasRetain),
    ...withheld(m.wildcards, connack.hasWildcards),
    ...withheld(m.subscriptionIds, connack.hasSubscriptionIds),
    ...withheld(m.sharedSubscriptions, connack.hasSharedSubscriptions),
    ...(connack.responseInformation === undefined
      ? []
      : [{ label: m.responseInformation, value: <Verbatim text={connack.responseInformation} mono wrap /> }]),
    ...(connack.reasonString === undefined
      ? []
      : [{ label: m.reasonString, value: <Verbatim text={connack.reasonString} wrap /> }]),
  ]
}
