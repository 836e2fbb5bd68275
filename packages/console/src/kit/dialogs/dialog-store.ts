import type { ReactNode } from 'react'

interface OpenDialog {
  readonly id: number
  readonly content: ReactNode
}

let dialogs: readonly OpenDialog[] = []
let lastId = 0
const listeners = new Set<() => void>()

function change(next: readonly OpenDialog[]): void {
  dialogs = next
  for (const listener of listeners) listener()
}

export function openDialogs(): readonly OpenDialog[] {
  return dialogs
}

export function subscribeDialogs(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Shows a dialog until it answers. `DialogHost` must be on the page. */
export function askDialog<Answer>(render: (answer: (value: Answer) => void) => ReactNode): Promise<Answer> {
  lastId += 1
  const id = lastId
  return new Promise((resolve) => {
    const answer = (value: Answer) => {
      change(dialogs.filter((dialog) => dialog.id !== id))
      resolve(value)
    }
    change([...dialogs, { id, content: render(answer) }])
  })
}

/** Forgets what is open without an answer: the session has ended, and whoever asked is gone. */
export function dropDialogs(): void {
  change([])
}

/** Something to be read before going on: nothing is done. */
export interface Notice {
  /** Names the object: "Disconnect plc-a3-0417?" */
  readonly title: ReactNode
  /** What happens to connections, buffers and data. The action waits for one that has to be asked for first. */
  readonly body: ReactNode
  /** Pixels, where the body is more than a few sentences. */
  readonly size?: number
}

export type Interruption = 'nothing' | 'connections' | 'data'

export interface ConfirmRequest extends Notice {
  /** The verb on the button. */
  readonly action: string
  readonly danger?: boolean
  /**
   * What stops at once: clients lose their connection, or messages and what follows from them no longer pass. In production
   * the cluster's name is to be typed then, so that nobody takes it for another. What nobody knows counts as stopped.
   */
  readonly interrupts: Interruption | Promise<Interruption>
  /** Must be typed before the action can be used. */
  readonly typedName?: string
}
