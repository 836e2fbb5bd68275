import { type ReactNode, useEffect, useId, useSyncExternalStore } from 'react'
import { formatNumber } from '#i18n/format-number.ts'
import { TabBar } from '#kit/page/tab-bar.tsx'
import { useIsPhone } from '#ui/use-is-phone.ts'
import { testClient as m } from '../messages/test-client.ts'
import type { ConnectionFacts } from './connection/connection-facts.ts'
import { type DeskPart, deskParts } from './connection/desk-part.ts'
import type { TestConnection } from './connection/test-connection.ts'
import classes from './connection-desk.module.css'
import { ConnectionPanel } from './connection-panel.tsx'
import { MessagesPanel } from './list/messages-panel.tsx'
import { PublishPanel } from './publish-panel.tsx'
import { SubscriptionsPanel } from './subscriptions/subscriptions-panel.tsx'

/**
 * One connection with all that is done over it; a phone shows one part at a time. Of what changes ten times a second
 * only the list is drawn anew.
 */
export function ConnectionDesk({ connection }: { readonly connection: TestConnection }) {
  const facts = useConnectionFacts(connection)
  const { name, settings, state, attempt, subscriptions, draft, part } = facts
  const isPhone = useIsPhone()
  const id = useId()
  useLook(connection, !isPhone || part === 'messages')
  // Hidden it goes on: a message that is repeated, a text half typed.
  const box = (of: DeskPart, content: ReactNode) => (
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
          tabs={tabsOf(facts)}
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

function tabsOf({ subscriptions, hasUnseen }: ConnectionFacts) {
  const words = {
    connection: m.connection,
    subscriptions: m.subscriptions,
    messages: m.messages,
    publish: m.publish,
  }
  return deskParts.map((part) => ({
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
