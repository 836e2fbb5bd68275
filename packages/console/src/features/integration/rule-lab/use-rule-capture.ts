import { useEffect, useRef, useState } from 'react'
import type { CaptureStart, CaptureView } from '#domain/mqtt-link/capture/capture-state.ts'
import { connectWorker } from '#domain/mqtt-link/connect-worker.ts'
import type { WorkerPort } from '#domain/mqtt-link/worker-port.ts'
import {
  type CaptureCommand,
  type CaptureEvent,
  captureEventSchema,
  type ReceivedMessage,
} from './engine/capture-event.ts'

export interface RuleCapture {
  /** Undefined before the first one. */
  readonly view: CaptureView | undefined
  start(start: CaptureStart): void
  stop(): void
}

/** A capture that ends with the page; what it brings is handed on as it comes. */
export function useRuleCapture(onMessages: (messages: readonly ReceivedMessage[]) => void): RuleCapture {
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
    const worker = new Worker(new URL('./engine/rule-capture-worker.ts', import.meta.url), { type: 'module' })
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
