import { createContext } from 'react'
import type { SharedCapture } from '#domain/mqtt-link/capture/use-message-capture.ts'
import type { LabMessage } from './lab-message.ts'

/** Messages to try something on, and which of them is looked at. */
export interface HeldMessages {
  readonly kept: readonly LabMessage[]
  readonly chosenId: number | undefined
  readonly dropped: number
  /** Of the next example: it stays the same message when it is kept. */
  readonly exampleId: number
}

/** Where they are while the page is open; what is tried beside each other is tried on the same ones. */
export class MessageShelf {
  readonly #listeners = new Set<() => void>()
  #held: HeldMessages
  #capture: SharedCapture | undefined

  constructor(held: HeldMessages = { kept: [], chosenId: undefined, dropped: 0, exampleId: 0 }) {
    this.#held = held
  }

  readonly current = (): HeldMessages => this.#held

  readonly subscribe = (tell: () => void) => {
    this.#listeners.add(tell)
    return () => {
      this.#listeners.delete(tell)
    }
  }

  change(next: HeldMessages): void {
    this.#held = next
    for (const tell of this.#listeners) tell()
  }

  /** One for all who add to the same messages: of two at once each would bring every message, and all would count twice. */
  shareCapture(make: () => SharedCapture): SharedCapture {
    this.#capture ??= make()
    return this.#capture
  }

  close(): void {
    this.#capture?.close()
  }
}

/** Where several parts of a page have the same. */
export const MessageShelfContext = createContext<MessageShelf | undefined>(undefined)
