import type { ReactNode } from 'react'

/** Something to be read before going on: nothing is done. */
export interface Notice {
  /** Names the object: "Disconnect plc-a3-0417?" */
  readonly title: ReactNode
  /** What happens to connections, buffers and data. The action waits for one that has to be asked for first. */
  readonly body: ReactNode
  /** Pixels, where the body is more than a few sentences. */
  readonly size?: number
}

export interface ConfirmRequest extends Notice {
  /** The verb on the button. */
  readonly action: string
  readonly danger?: boolean
  /** Clients lose their connection: in production the cluster's name is to be typed, so that nobody takes it for another. */
  readonly cutsConnections?: boolean
  /** Must be typed before the action can be used. */
  readonly typedName?: string
}
