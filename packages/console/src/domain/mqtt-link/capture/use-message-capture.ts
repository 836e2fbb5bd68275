import { useEffect, useRef, useState } from 'react'
import { connectWorker } from '../connect-worker.ts'
import type { WorkerPort } from '../worker-port.ts'
import {
  type CaptureCommand,
  type CaptureEvent,
  captureEventSchema,
  type ReceivedMessage,
} from './capture-event.ts'
import type { CaptureStart, CaptureView } from './capture-state.ts'

export interface MessageCapture {
  /** Undefined before the first one. */
  readonly view: CaptureView | undefined
  start(start: CaptureStart): void
  stop(): void
}

/** A capture that ends with the page; what it brings is handed on as it comes. */
export function useMessageCapture(
  onMessages: (messages: readonly ReceivedMessage[]) => void,
): MessageCapture {
  const [view, setView] = useState<CaptureView>()
  const port = useRef<WorkerPort<CaptureCommand>>(undefined)
  const hand = useRef(onMessages)
  useEffect(() => {
    hand.current = onMessages
  })
  useEffect(
    () => () => {
      port.current?.close()
      port.current = undefined
    },
    [],
  )
  const open = () => {
    const worker = new Worker(new URL('./capture-worker.ts', import.meta.url), { type: 'module' })
    return connectWorker<CaptureCommand, CaptureEvent>(
      worker,
      captureEventSchema,
      ({ capture, messages }) => {
        setView(capture)
        if (messages.length > 0) hand.current(messages)
      },
    )
  }
  return {
    view,
    start(start) {
      port.current ??= open()
      port.current.send({ kind: 'start', ...start })
    },
    stop: () => port.current?.send({ kind: 'stop' }),
  }
}
