import { createContext } from 'react'
import type { SharedCapture } from '#domain/mqtt-link/capture/use-message-capture.ts'
import type { LabMessage } from './lab-message.ts'

/** The messages to test with, and the chosen one among them. */
export interface HeldMessages {
  readonly kept: readonly LabMessage[]
  readonly chosenId: number | undefined
  readonly dropped: number
  /** The id of the next example, which stays the same when the example is kept. */
  readonly exampleId: number
}

/** Holds the messages while the page is open, so that all parts of the page test with the same messages. */
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

  /**
   * Shares one capture between all parts that add to the same messages: two captures would add and count every
   * message twice.
   */
  shareCapture(make: () => SharedCapture): SharedCapture {
    this.#capture ??= make()
    return this.#capture
  }

  close(): void {
    this.#capture?.close()
  }
}

/** The shelf that several parts of a page share. */
export const MessageShelfContext = createContext<MessageShelf | undefined>(undefined)
