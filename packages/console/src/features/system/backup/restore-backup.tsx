import type { BackupFile } from '@brokerdeck/contract/system/backups.ts'
import { lazy } from 'react'
import { askDialog } from '#kit/dialogs/dialog-store.ts'

const RestoreDialog = lazy(async () => ({ default: (await import('./restore-dialog.tsx')).RestoreDialog }))

/** Resolves when the dialog is closed. */
export function restoreBackup(file: BackupFile): Promise<void> {
  return askDialog<void>((answer) => <RestoreDialog file={file} onClose={() => answer()} />)
}
