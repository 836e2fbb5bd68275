import { lazy } from 'react'
import type { ConfirmRequest, Notice } from './confirm-request.ts'
import { askDialog } from './dialog-store.ts'

const ConfirmDialog = lazy(async () => ({ default: (await import('./confirm-dialog.tsx')).ConfirmDialog }))

/** Asks before something with consequences; resolves to whether to do it. A notice is only closed. */
export function confirm(request: ConfirmRequest | Notice): Promise<boolean> {
  return askDialog<boolean>((answer) => <ConfirmDialog {...request} onAnswer={answer} />)
}
