import type { ReactNode } from 'react'

export interface ConfirmRequest {
  /** Names the object: "Disconnect plc-a3-0417?" */
  readonly title: ReactNode
  /** What happens to connections, buffers and data. The action waits for one that has to be asked for first. */
  readonly body: ReactNode
  /** The verb on the button. */
  readonly action: string
  readonly danger?: boolean
  /** Pixels, where the body is more than a few sentences. */
  readonly size?: number
  /** Must be typed before the action can be used. */
  readonly typedName?: string
}
