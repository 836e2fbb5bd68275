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

/** Shows a dialog until it is answered. `DialogHost` must be on the page. */
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

/** Drops the open dialogs without an answer: the session has ended, and the code that opened them is gone. */
export function dropDialogs(): void {
  change([])
}

/** A text to be read before going on, without an action. */
export interface Notice {
  /** The title, which names the object: "Disconnect plc-a3-0417?" */
  readonly title: ReactNode
  /**
   * Tells what happens to connections, buffers and data. The action waits for a body that has to be requested first.
   */
  readonly body: ReactNode
  /** The width in pixels, for a body of more than a few sentences. */
  readonly size?: number
}

export type Interruption = 'nothing' | 'connections' | 'data'

export interface ConfirmRequest extends Notice {
  /** The verb on the button. */
  readonly action: string
  readonly danger?: boolean
  /**
   * Tells what stops at once: clients lose their connection, or messages and their consequences no longer pass. In
   * production the name of the cluster must then be typed, so that it is not taken for another. An unknown
   * interruption counts as one.
   */
  readonly interrupts: Interruption | Promise<Interruption>
  /** The name that must be typed before the action can be used. */
  readonly typedName?: string
}
