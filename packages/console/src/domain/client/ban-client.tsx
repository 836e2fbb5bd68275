import type { ClientRow } from '@brokerdeck/contract/client.ts'
import { lazy } from 'react'
import { askDialog } from '#kit/dialogs/dialog-store.ts'

const BanDialog = lazy(async () => ({ default: (await import('./ban-dialog.tsx')).BanDialog }))

/** Asks what of a client to ban and for how long; resolves to whether a ban was made. */
export function banClient(client: ClientRow): Promise<boolean> {
  return askDialog<boolean>((answer) => <BanDialog client={client} onAnswer={answer} />)
}
