import { lazy, memo, Suspense, useEffect, useState } from 'react'
import type { ConnectionSettings } from '#domain/mqtt-link/connection-settings.ts'
import type { LinkPhase, LinkState } from '#domain/mqtt-link/link-state.ts'
import { phaseWords } from '#domain/mqtt-link/phase-words.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { confirm } from '#kit/dialogs/confirm.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/panel.tsx'
import { Status, type StatusKind } from '#ui/status.tsx'
import { testClient as m } from '../messages/test-client.ts'
import type { WantedSubscription } from './command/mosquitto-command.ts'
import { useCommandDialog } from './command/use-command-dialog.tsx'
import { type Attempt, firstSubscription } from './connection/connection-facts.ts'
import { testClients } from './connection/test-clients.ts'
import type { TestConnection } from './connection/test-connection.ts'
import { ConnectionProperties } from './connection-properties.tsx'
import { EndExplanation } from './end-explanation.tsx'
import classes from './retry-note.module.css'

const ConnectionDrawer = lazy(async () => ({
  default: (await import('./form/connection-drawer.tsx')).ConnectionDrawer,
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

/** The state of a connection, why it is so, and what it was made with. */
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

/** All of them; a connection without any is tried with the topic that the test client begins with. */
function commandSubscriptions({ facts }: TestConnection): readonly WantedSubscription[] {
  const { subscriptions } = facts.get()
  return subscriptions.length > 0 ? subscriptions : [firstSubscription]
}

/** How often it was tried in vain, and when it is tried again. */
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
