import type { Client } from '@brokerdeck/contract/client.ts'
import { lazy } from 'react'
import { askDialog } from '#kit/dialogs/dialog-store.ts'

const AddSubscriptionDialog = lazy(async () => ({
  default: (await import('./add-subscription-dialog.tsx')).AddSubscriptionDialog,
}))

/** Asks for a topic filter and options; resolves to whether the client is subscribed to it now. */
export function addSubscription(client: Client): Promise<boolean> {
  return askDialog<boolean>((answer) => <AddSubscriptionDialog client={client} onAnswer={answer} />)
}
