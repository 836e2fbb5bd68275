import { lazy } from 'react'
import type { ConfirmRequest } from './confirm-request.ts'
import { askDialog } from './dialog-store.ts'

const ConfirmDialog = lazy(async () => ({ default: (await import('./confirm-dialog.tsx')).ConfirmDialog }))

/** Asks before something with consequences; resolves to whether to do it. */
export function confirm(request: ConfirmRequest): Promise<boolean> {
  return askDialog<boolean>((answer) => <ConfirmDialog {...request} onAnswer={answer} />)
}
