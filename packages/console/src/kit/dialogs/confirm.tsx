import { lazy, type ReactNode } from 'react'
import { askDialog } from './dialog-store.ts'

export interface ConfirmRequest {
  /** Names the object: "Disconnect plc-a3-0417?" */
  readonly title: ReactNode
  /** What happens to connections, buffers and data. */
  readonly body: ReactNode
  /** The verb on the button. */
  readonly action: string
  readonly danger?: boolean
  /** Must be typed before the action can be used. */
  readonly typedName?: string
}

const ConfirmDialog = lazy(async () => ({ default: (await import('./confirm-dialog.tsx')).ConfirmDialog }))

/** Asks before something with consequences; resolves to whether to do it. */
export function confirm(request: ConfirmRequest): Promise<boolean> {
  return askDialog<boolean>((answer) => <ConfirmDialog {...request} onAnswer={answer} />)
}
