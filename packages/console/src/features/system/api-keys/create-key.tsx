import type { CreatedApiKey } from '@brokerdeck/contract/system/api-keys.ts'
import { lazy } from 'react'
import { askDialog } from '#kit/dialogs/dialog-store.ts'

const CreateKeyDialog = lazy(async () => ({
  default: (await import('./create-key-dialog.tsx')).CreateKeyDialog,
}))
const SecretDialog = lazy(async () => ({ default: (await import('./secret-dialog.tsx')).SecretDialog }))

/** Asks for a new key, then shows its secret until it is stored. */
export async function createKey(hasRoles: boolean): Promise<void> {
  const created = await askDialog<CreatedApiKey | undefined>((answer) => (
    <CreateKeyDialog hasRoles={hasRoles} onAnswer={answer} />
  ))
  if (created === undefined) return
  await askDialog<void>((close) => <SecretDialog created={created} onClose={close} />)
}
