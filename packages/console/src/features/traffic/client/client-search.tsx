import type { Client } from '@brokerdeck/contract/traffic/client.ts'
import { lazy } from 'react'
import * as v from 'valibot'
import { askDialog } from '#kit/dialogs/dialog-store.ts'

const messageLists = ['queue', 'inflight'] as const
export type MessageList = (typeof messageLists)[number]

const counterViews = ['total', 'rate'] as const
export type CounterView = (typeof counterViews)[number]

export const clientSearchSchema = v.object({
  /** The list of messages that is open. */
  messages: v.fallback(v.optional(v.picklist(messageLists)), undefined),
  counters: v.fallback(v.optional(v.picklist(counterViews), 'total'), 'total'),
})

const AddSubscriptionDialog = lazy(async () => ({
  default: (await import('./add-subscription-dialog.tsx')).AddSubscriptionDialog,
}))

/** Asks for a topic filter and its options. */
export function addSubscription(client: Client): Promise<void> {
  return askDialog<void>((close) => <AddSubscriptionDialog client={client} onClose={close} />)
}
