import { useEffect, useRef, useState } from 'react'

/** The signal and the progress callback for a function that sends a file. */
export interface SendingControl {
  readonly signal: AbortSignal
  /** Receives the progress, from 0 to 1. */
  readonly onProgress: (share: number) => void
}

interface Sending {
  /** The share that has been sent, from 0 to 1; undefined while nothing is being sent. */
  readonly share: number | undefined
  readonly stop: () => void
  readonly run: <Answer>(send: (control: SendingControl) => Promise<Answer>) => Promise<Answer>
}

/** A smaller progress causes no render. */
const worthShowing = 0.002

/** Returns the progress of sending and a function to stop it; unmounting the dialog stops it, too. */
export function useRowSending(): Sending {
  const [share, setShare] = useState<number>()
  const controller = useRef<AbortController>(null)
  useEffect(() => () => controller.current?.abort(), [])
  return {
    share,
    stop: () => controller.current?.abort(),
    async run(send) {
      const current = new AbortController()
      controller.current = current
      setShare(0)
      try {
        const onProgress = (to: number) =>
          setShare((before = 0) => (to === 1 || Math.abs(to - before) >= worthShowing ? to : before))
        return await send({ signal: current.signal, onProgress })
      } finally {
        setShare(undefined)
      }
    },
  }
}
