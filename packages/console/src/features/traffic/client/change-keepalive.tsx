import type { Client } from '@brokerdeck/contract/traffic/client.ts'
import { lazy } from 'react'
import { askDialog } from '#kit/dialogs/dialog-store.ts'

const KeepaliveDialog = lazy(async () => ({
  default: (await import('./keepalive-dialog.tsx')).KeepaliveDialog,
}))

/** Asks for another interval. */
export function changeKeepalive(client: Client): Promise<void> {
  return askDialog<void>((close) => <KeepaliveDialog client={client} onClose={close} />)
}
