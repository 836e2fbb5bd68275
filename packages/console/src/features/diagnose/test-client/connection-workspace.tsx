import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconTerminal2 from '@tabler/icons-react/dist/esm/icons/IconTerminal2.mjs'
import IconVolume from '@tabler/icons-react/dist/esm/icons/IconVolume.mjs'
import IconVolumeOff from '@tabler/icons-react/dist/esm/icons/IconVolumeOff.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { lazy, memo, type ReactNode, Suspense, useEffect, useId, useState, useSyncExternalStore } from 'react'
import type { LinkPhase } from '#domain/mqtt-link/link-state.ts'
import { reasonOfCode } from '#domain/mqtt-link/reason-of-code.ts'
import { testClient as m } from '#features/diagnose/messages/test-client.ts'
import { useCommandDialog } from '#features/diagnose/test-client/command/use-command-dialog.tsx'
import type {
  ConnectionFacts,
  TestSubscription,
} from '#features/diagnose/test-client/connection/connection-facts.ts'
import type { TestConnection } from '#features/diagnose/test-client/connection/test-connection.ts'
import {
  type WorkspacePart,
  workspaceParts,
} from '#features/diagnose/test-client/connection/workspace-part.ts'
import { MessagesPanel } from '#features/diagnose/test-client/list/messages-panel.tsx'
import { ColourMark } from '#features/diagnose/test-client/subscriptions/colour-mark.tsx'
import { formatNumber } from '#i18n/format-number.ts'
import { TabBar } from '#kit/page/tabs.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Panel } from '#ui/panel.tsx'
import { EmptyState } from '#ui/states.tsx'
import { StatusShape } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { useIsPhone } from '#ui/viewport.ts'
import { ConnectionPanel } from './connection-panel.tsx'
import classes from './connection-workspace.module.css'
import { PublishPanel } from './publish-panel.tsx'

/**
 * Shows one connection with all its operations; a phone shows one part at a time. Of the values that change ten times
 * a second, only the list is rendered again.
 */
export function ConnectionWorkspace({ connection }: { readonly connection: TestConnection }) {
  const facts = useConnectionFacts(connection)
  const { name, settings, state, attempt, subscriptions, draft, part } = facts
  const isPhone = useIsPhone()
  const id = useId()
  useLook(connection, !isPhone || part === 'messages')
  // A hidden part stays mounted, so that a repeated message goes on and a half-typed text is kept.
  const box = (of: WorkspacePart, content: ReactNode) => (
    <div
      id={`${id}-${of}`}
      hidden={isPhone && of !== part}
      {...(isPhone ? { role: 'tabpanel', 'aria-labelledby': `${id}-tab-${of}` } : {})}
    >
      {content}
    </div>
  )
  return (
    <div className={classes['desk']}>
      {isPhone && (
        <TabBar
          label={m.parts}
          tabs={buildTabs(facts)}
          value={part}
          onChange={(next) => connection.turnTo(next)}
          tabId={(of) => `${id}-tab-${of}`}
          panelId={(of) => `${id}-${of}`}
        />
      )}
      <div className={classes['side']}>
        {box('connection', <ConnectionPanel {...{ connection, name, settings, state, attempt }} />)}
        {box(
          'subscriptions',
          <SubscriptionsPanel
            connection={connection}
            subscriptions={subscriptions}
            version={settings.version}
            phase={state.phase}
          />,
        )}
      </div>
      <div className={classes['main']}>
        {box('messages', <MessagesPanel connection={connection} facts={facts} />)}
        {box(
          'publish',
          <PublishPanel connection={connection} draft={draft} version={settings.version} state={state} />,
        )}
      </div>
    </div>
  )
}

function buildTabs({ subscriptions, hasUnseen }: ConnectionFacts) {
  const words = {
    connection: m.connection,
    subscriptions: m.subscriptions,
    messages: m.messages,
    publish: m.publish,
  }
  return workspaceParts.map((part) => ({
    id: part,
    label: words[part],
    ...(part === 'subscriptions' ? { count: formatNumber(subscriptions.length) } : {}),
    ...(part === 'messages' && hasUnseen ? { mark: m.unseen } : {}),
  }))
}

/** Tells the connection whether its messages are on the screen. */
function useLook(connection: TestConnection, isShown: boolean): void {
  useEffect(() => {
    const look = () => connection.look(isShown && document.visibilityState !== 'hidden')
    look()
    document.addEventListener('visibilitychange', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      connection.look(false)
    }
  }, [connection, isShown])
}

function useConnectionFacts({ facts }: TestConnection): ConnectionFacts {
  return useSyncExternalStore(facts.subscribe, facts.get)
}

const SubscriptionDialog = lazy(async () => ({
  default: (await import('#features/diagnose/test-client/subscriptions/subscription-dialog.tsx'))
    .SubscriptionDialog,
}))

interface SubscriptionsPanelProps {
  readonly connection: TestConnection
  readonly subscriptions: readonly TestSubscription[]
  readonly version: 4 | 5
  readonly phase: LinkPhase
}

/** Lists the subscriptions of this connection, each with its response, colour, and mute. */
const SubscriptionsPanel = memo(function SubscriptionsPanel(props: SubscriptionsPanelProps) {
  const { connection, subscriptions, version, phase } = props
  const [edited, setEdited] = useState<TestSubscription | 'new'>()
  const { showCommand, dialog } = useCommandDialog(connection)
  return (
    <Panel
      title={m.subscriptions}
      caption={subscriptions.length === 0 ? undefined : formatNumber(subscriptions.length)}
      actions={
        <Button
          size="small"
          icon={<IconPlus size={16} stroke={1.5} aria-hidden />}
          onClick={() => setEdited('new')}
        >
          {m.subscribe}
        </Button>
      }
    >
      {subscriptions.length === 0 ? (
        <EmptyState title={m.noSubscription}>{m.noSubscriptionText}</EmptyState>
      ) : (
        <ul className={classes['list']}>
          {subscriptions.map((one) => (
            <SubscriptionLine
              key={one.filter}
              subscription={one}
              phase={phase}
              onEdit={() => setEdited(one)}
              onMute={() => connection.subscribe({ ...one, isMuted: !one.isMuted })}
              onRemove={() => connection.unsubscribe(one.filter)}
              onCommand={() => showCommand({ kind: 'subscribe', subscriptions: [one] })}
            />
          ))}
        </ul>
      )}
      {dialog}
      {edited !== undefined && (
        <Suspense>
          <SubscriptionDialog
            subscriptions={subscriptions}
            version={version}
            edited={edited === 'new' ? undefined : edited}
            onSubscribe={(one) => connection.subscribe(one)}
            onClose={() => setEdited(undefined)}
          />
        </Suspense>
      )}
    </Panel>
  )
})

interface SubscriptionLineProps {
  readonly subscription: TestSubscription
  readonly phase: LinkPhase
  readonly onEdit: () => void
  readonly onMute: () => void
  readonly onRemove: () => void
  readonly onCommand: () => void
}

function SubscriptionLine(props: SubscriptionLineProps) {
  const { subscription, phase, onEdit, onMute, onRemove, onCommand } = props
  const { filter, colour, isMuted } = subscription
  const name = visibleText(filter, 80)
  const { words, isBad } = describeOutcome(subscription, phase)
  return (
    <li className={classes['line']}>
      <ColourMark colour={colour} />
      <span className={classes['text']}>
        <Verbatim text={filter} mono focusable />
        <span className={isBad ? classes['bad'] : classes['note']}>
          {isBad && <StatusShape kind="bad" coloured />}
          {words}
          {isMuted && ` · ${m.muted}`}
        </span>
      </span>
      <IconButton label={isMuted ? m.unmuteOf(name) : m.muteOf(name)} aria-pressed={isMuted} onClick={onMute}>
        {isMuted ? (
          <IconVolumeOff size={16} stroke={1.5} aria-hidden />
        ) : (
          <IconVolume size={16} stroke={1.5} aria-hidden />
        )}
      </IconButton>
      <IconButton label={m.commandOf(name)} onClick={onCommand}>
        <IconTerminal2 size={16} stroke={1.5} aria-hidden />
      </IconButton>
      <IconButton label={m.editOf(name)} onClick={onEdit}>
        <IconPencil size={16} stroke={1.5} aria-hidden />
      </IconButton>
      <IconButton label={m.unsubscribeFrom(name)} onClick={onRemove}>
        <IconX size={16} stroke={1.5} aria-hidden />
      </IconButton>
    </li>
  )
}

function describeOutcome(
  { answer, options }: TestSubscription,
  phase: LinkPhase,
): { words: string; isBad: boolean } {
  if (phase !== 'connected') return { words: m.afterConnect, isBad: false }
  if (answer === undefined) return { words: m.subscribing, isBad: false }
  if (answer.kind === 'refused') {
    return { words: m.subscriptionFailed(reasonOfCode(answer.code, answer.version).title), isBad: true }
  }
  if (answer.kind === 'failed')
    return { words: m.subscriptionFailed(visibleText(answer.message)), isBad: true }
  if (answer.kind === 'lost') return { words: m.subscriptionFailed(m.lost), isBad: true }
  const granted = answer.code ?? options.qos
  const words = granted < options.qos ? m.lowerQos(options.qos, granted) : m.grantedQos(granted)
  return { words, isBad: false }
}
