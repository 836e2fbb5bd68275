import { useEffect, useRef, useState } from 'react'
import type { PublishMessage, PublishOutcome, PublishSender } from './publish-message.ts'

/** Milliseconds. */
export const shortestInterval = 100

interface Repetition {
  readonly isRunning: boolean
  readonly sent: number
  /** What ended it before its time. */
  readonly refusal?: Extract<PublishOutcome, { kind: 'refused' }>
}

interface RepeatPlan {
  readonly message: PublishMessage
  readonly intervalMs: number
  /** Undefined: until it is stopped. */
  readonly times: number | undefined
}

/** One message again and again, as long as the form is there. The next waits for the answer to the last. */
export function useRepeat(sender: PublishSender) {
  const [state, setState] = useState<Repetition>({ isRunning: false, sent: 0 })
  const stopRunning = useRef<() => void>(undefined)
  const latest = useRef(sender)
  useEffect(() => {
    latest.current = sender
  }, [sender])
  useEffect(() => () => stopRunning.current?.(), [])
  const stop = () => {
    stopRunning.current?.()
    setState((before) => ({ ...before, isRunning: false }))
  }
  const start = ({ message, intervalMs, times }: RepeatPlan) => {
    stopRunning.current?.()
    let isStopped = false
    let timer: ReturnType<typeof setTimeout> | undefined
    stopRunning.current = () => {
      isStopped = true
      clearTimeout(timer)
    }
    setState({ isRunning: true, sent: 0 })
    const next = async (sent: number) => {
      const begun = Date.now()
      const outcome = await latest.current.send(message)
      if (isStopped) return
      if (outcome.kind === 'refused') return setState({ isRunning: false, sent, refusal: outcome })
      const isLast = times !== undefined && sent + 1 >= times
      setState({ isRunning: !isLast, sent: sent + 1 })
      if (isLast) return
      timer = setTimeout(() => void next(sent + 1), Math.max(0, begun + intervalMs - Date.now()))
    }
    void next(0)
  }
  return { ...state, start, stop }
}
