import { nodes } from '@brokerdeck/contract/monitoring/nodes.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, memo, Suspense, useEffect, useState } from 'react'
import { read } from '#api/query.ts'
import { methodName } from '#domain/mqtt-link/connect-options.ts'
import { type ConnectionSettings, neverExpires } from '#domain/mqtt-link/connection-settings.ts'
import { explainEnd } from '#domain/mqtt-link/explain-end.ts'
import { explainRefusal } from '#domain/mqtt-link/explain-refusal.ts'
import type { Connack, LinkPhase, LinkState } from '#domain/mqtt-link/link-state.ts'
import { phaseWords } from '#domain/mqtt-link/phase-words.ts'
import { useBrokerPorts } from '#domain/mqtt-link/use-broker-ports.ts'
import { testClient as m } from '#features/diagnose/messages/test-client.ts'
import type { WantedSubscription } from '#features/diagnose/test-client/command/mosquitto-command.ts'
import { useCommandDialog } from '#features/diagnose/test-client/command/use-command-dialog.tsx'
import {
  type Attempt,
  firstSubscription,
} from '#features/diagnose/test-client/connection/connection-facts.ts'
import { testClients } from '#features/diagnose/test-client/connection/test-clients.ts'
import type { TestConnection } from '#features/diagnose/test-client/connection/test-connection.ts'
import { formatBytes, formatNumber } from '#i18n/format-number.ts'
import { confirm } from '#kit/dialogs/confirm.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { Button } from '#ui/button.tsx'
import { Fold } from '#ui/fold.tsx'
import { Panel } from '#ui/panel.tsx'
import { type PropertyGroup, PropertyList } from '#ui/property-list.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { Status, type StatusKind, StatusShape } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import classes from './retry-note.module.css'

const ConnectionDrawer = lazy(async () => ({
  default: (await import('#features/diagnose/test-client/form/connection-drawer.tsx')).ConnectionDrawer,
}))

interface ConnectionPanelProps {
  readonly connection: TestConnection
  readonly name: string
  readonly settings: ConnectionSettings
  readonly state: LinkState
  readonly attempt: Attempt
}

const kinds: Record<LinkPhase, StatusKind> = {
  connecting: 'connecting',
  connected: 'ok',
  disconnecting: 'connecting',
  disconnected: 'off',
  reconnecting: 'connecting',
}

/** Shows the state of a connection, the reason for it, and the settings that it was made with. */
export const ConnectionPanel = memo(function ConnectionPanel(props: ConnectionPanelProps) {
  const { connection, name, settings, state, attempt } = props
  const [isEditing, setIsEditing] = useState(false)
  const { showCommand, dialog } = useCommandDialog(connection)
  const isDefault = testClients.isDefault(connection)
  const hasFailed = state.end !== undefined && state.end.kind !== 'asked'
  const close = async () => {
    const isMeant = await confirm({
      title: m.closeTitle(name === '' ? m.defaultConnection : visibleText(name, 60)),
      body: m.closeBody,
      action: m.closeAction,
      // The connection belongs to the user who closes it.
      interrupts: 'nothing',
      danger: true,
    })
    if (isMeant) testClients.close(connection)
  }
  return (
    <Panel
      title={m.connection}
      caption={
        <Status kind={state.phase === 'disconnected' && hasFailed ? 'bad' : kinds[state.phase]}>
          {phaseWords[state.phase]}
        </Status>
      }
      actions={
        <Button size="small" aria-label={m.editConnection} onClick={() => setIsEditing(true)}>
          {m.edit}
        </Button>
      }
      footer={
        <>
          {state.phase === 'disconnected' ? (
            <Button size="small" variant="primary" onClick={() => connection.connect()}>
              {m.connect}
            </Button>
          ) : (
            <Button size="small" variant="danger" onClick={() => connection.disconnect()}>
              {state.phase === 'connecting' || state.phase === 'reconnecting' ? m.cancel : m.disconnect}
            </Button>
          )}
          {state.retry?.nextAt !== undefined && (
            <Button size="small" onClick={() => connection.retry()}>
              {m.tryNow}
            </Button>
          )}
          <Button
            size="small"
            variant="quiet"
            aria-label={m.connectionCommand}
            onClick={() =>
              showCommand({ kind: 'subscribe', subscriptions: commandSubscriptions(connection) })
            }
          >
            {m.asCommand}
          </Button>
          {!isDefault && (
            <Button size="small" variant="quiet" onClick={() => void close()}>
              {m.closeConnection}
            </Button>
          )}
        </>
      }
    >
      <EndExplanation settings={settings} state={state} attempt={attempt} />
      {state.retry !== undefined && <RetryNote {...state.retry} />}
      <ConnectionProperties settings={settings} state={state} />
      {dialog}
      {isEditing && (
        <Suspense>
          <ConnectionDrawer connection={connection} onClose={() => setIsEditing(false)} />
        </Suspense>
      )}
    </Panel>
  )
})

/** Returns all subscriptions; for a connection without subscriptions, the topic that the test client begins with. */
function commandSubscriptions({ facts }: TestConnection): readonly WantedSubscription[] {
  const { subscriptions } = facts.get()
  return subscriptions.length > 0 ? subscriptions : [firstSubscription]
}

/** Shows how often the connection has failed, and when the next attempt takes place. */
function RetryNote({ failures, nextAt }: NonNullable<LinkState['retry']>) {
  return (
    <p className={classes['note']}>
      {failures > 0 && <span>{m.failedAttempts(failures, formatNumber(failures))}</span>}
      {nextAt === undefined ? <span>{m.tryingNow}</span> : <Countdown to={nextAt} />}
    </p>
  )
}

function Countdown({ to }: { readonly to: number }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.ceil((to - now) / 1000))
  return <span>{m.nextAttempt(formatNumber(seconds))}</span>
}

interface EndExplanationProps {
  readonly settings: ConnectionSettings
  readonly state: LinkState
  readonly attempt: Attempt
}

/** Explains why there is no connection: the known facts and the likely causes. */
function EndExplanation({ settings, state, attempt }: EndExplanationProps) {
  const { address, refusal, probe } = attempt
  const ports = useBrokerPorts()
  // The nodes are polled, because a node that has stopped is listed as stopped only some seconds later.
  const known = useQuery({ ...read(nodes.list, {}, { pollSeconds: 10 }), enabled: state.end !== undefined })
  const stopped = known.data?.flatMap(({ node, node_status: status }) => (status === 'stopped' ? [node] : []))
  const explanation =
    refusal !== undefined
      ? explainRefusal(refusal)
      : state.end && explainEnd(state.end, { settings, address: address ?? '', ports, probe, stopped })
  if (explanation === undefined) return null
  return (
    // The end of a connection is announced by its notification already, so only a refusal is an alert.
    <div className={classes['box']} {...(refusal === undefined ? {} : { role: 'alert' })}>
      <p className={classes['title']}>
        <StatusShape kind="bad" coloured />
        {explanation.title}
      </p>
      {explanation.hints.map((hint) => (
        <p key={hint} className={classes['hint']}>
          {hint}
        </p>
      ))}
    </div>
  )
}

type Properties = PropertyGroup['properties']

interface ConnectionPropertiesProps {
  readonly settings: ConnectionSettings
  readonly state: LinkState
}

/** Shows the settings that the connection was made with, and what the broker grants it. */
function ConnectionProperties({ settings, state }: ConnectionPropertiesProps) {
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
          <PropertyList groups={[{ properties: findGranted(connack, settings) }]} />
        </Fold>
      )}
    </>
  )
}

function findGranted(connack: Connack, settings: ConnectionSettings): Properties {
  const expiry = connack.sessionExpiry ?? settings.sessionExpiry
  const number = (label: string, value: number | undefined) =>
    value === undefined ? [] : [{ label, value: formatNumber(value) }]
  // These features are available unless the broker denies them (§3.2.2.3), so only a denial is shown.
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
