import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { connectWorker } from '#domain/mqtt-link/connect-worker.ts'
import type { WorkerPort } from '#domain/mqtt-link/worker-port.ts'
import {
  type CaptureCommand,
  type CaptureEvent,
  captureEventSchema,
  type ReceivedMessage,
} from './capture-event.ts'
import type { CaptureStart, CaptureView } from './capture-state.ts'

export interface MessageCapture {
  /** The state of the capture; undefined before the first capture. */
  readonly view: CaptureView | undefined
  start(start: CaptureStart): void
  stop(): void
}

/** A capture in its own worker, shared by several components; messages are passed on as they arrive. */
export class SharedCapture {
  readonly #listeners = new Set<() => void>()
  readonly #hand: (messages: readonly ReceivedMessage[]) => void
  #port: WorkerPort<CaptureCommand> | undefined
  #view: CaptureView | undefined

  constructor(onMessages: (messages: readonly ReceivedMessage[]) => void) {
    this.#hand = onMessages
  }

  readonly view = (): CaptureView | undefined => this.#view

  readonly subscribe = (tell: () => void) => {
    this.#listeners.add(tell)
    return () => {
      this.#listeners.delete(tell)
    }
  }

  readonly start = (start: CaptureStart): void => {
    this.#port ??= this.#open()
    this.#port.send({ kind: 'start', ...start })
  }

  readonly stop = (): void => this.#port?.send({ kind: 'stop' })

  close(): void {
    this.#port?.close()
    this.#port = undefined
  }

  #open(): WorkerPort<CaptureCommand> {
    const worker = new Worker(new URL('./capture-worker.ts', import.meta.url), { type: 'module' })
    return connectWorker<CaptureCommand, CaptureEvent>(
      worker,
      captureEventSchema,
      ({ capture, messages }) => {
        this.#view = capture
        for (const tell of this.#listeners) tell()
        if (messages.length > 0) this.#hand(messages)
      },
    )
  }
}

/** Returns the state of a capture whose end is controlled elsewhere. */
export function useSharedCapture({ view, subscribe, start, stop }: SharedCapture): MessageCapture {
  return { view: useSyncExternalStore(subscribe, view), start, stop }
}

/** Returns a capture that ends with the page; messages are passed on as they arrive. */
export function useMessageCapture(
  onMessages: (messages: readonly ReceivedMessage[]) => void,
): MessageCapture {
  const hand = useRef(onMessages)
  useEffect(() => {
    hand.current = onMessages
  })
  const [capture] = useState(() => new SharedCapture((messages) => hand.current(messages)))
  useEffect(() => () => capture.close(), [capture])
  return useSharedCapture(capture)
}
