import type { Client } from '@brokerdeck/contract/traffic/client.ts'
import { lazy } from 'react'
import { askDialog } from '#kit/dialogs/dialog-store.ts'

const AddSubscriptionDialog = lazy(async () => ({
  default: (await import('./add-subscription-dialog.tsx')).AddSubscriptionDialog,
}))

/** Asks for a topic filter and options. */
export function addSubscription(client: Client): Promise<void> {
  return askDialog<void>((close) => <AddSubscriptionDialog client={client} onClose={close} />)
}
