import { lazy } from 'react'
import { askDialog, type ConfirmRequest, type Notice } from './dialog-store.ts'

const ConfirmDialog = lazy(async () => ({ default: (await import('./confirm-dialog.tsx')).ConfirmDialog }))

/** Asks before an action with consequences; resolves to whether to go ahead. A notice can only be closed. */
export function confirm(request: ConfirmRequest): Promise<boolean>
export function confirm(notice: Notice & { readonly action?: never }): Promise<boolean>
export function confirm(request: ConfirmRequest | Notice): Promise<boolean> {
  return askDialog<boolean>((answer) => <ConfirmDialog {...request} onAnswer={answer} />)
}
