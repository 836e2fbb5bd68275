import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { lazy, memo, Suspense, useState } from 'react'
import type { LinkPhase } from '#domain/mqtt-link/link-state.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Panel } from '#ui/panel.tsx'
import { testClient as m } from '../../messages/test-client.ts'
import { useCommandDialog } from '../command/use-command-dialog.tsx'
import type { TestSubscription } from '../connection/connection-facts.ts'
import type { TestConnection } from '../connection/test-connection.ts'
import { SubscriptionLine } from './subscription-line.tsx'
import classes from './subscriptions-panel.module.css'

const SubscriptionDialog = lazy(async () => ({
  default: (await import('./subscription-dialog.tsx')).SubscriptionDialog,
}))

interface SubscriptionsPanelProps {
  readonly connection: TestConnection
  readonly subscriptions: readonly TestSubscription[]
  readonly version: 4 | 5
  readonly phase: LinkPhase
}

/** What this connection subscribes to; each with its answer, colour, and mute. */
export const SubscriptionsPanel = memo(function SubscriptionsPanel(props: SubscriptionsPanelProps) {
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
