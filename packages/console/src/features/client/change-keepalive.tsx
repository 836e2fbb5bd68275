import type { Client } from '@brokerdeck/contract/client.ts'
import { lazy } from 'react'
import { askDialog } from '#kit/dialogs/dialog-store.ts'

const KeepaliveDialog = lazy(async () => ({
  default: (await import('./keepalive-dialog.tsx')).KeepaliveDialog,
}))

/** Asks for another interval; resolves to whether it was changed. */
export function changeKeepalive(client: Client): Promise<boolean> {
  return askDialog<boolean>((answer) => <KeepaliveDialog client={client} onAnswer={answer} />)
}
