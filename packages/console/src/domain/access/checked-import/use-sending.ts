import { useEffect, useRef, useState } from 'react'

/** What sends a file gets. */
export interface SendingControl {
  readonly signal: AbortSignal
  /** From 0 to 1. */
  readonly onProgress: (share: number) => void
}

interface Sending {
  /** Of what is to be sent, from 0 to 1; undefined while nothing is. */
  readonly share: number | undefined
  readonly stop: () => void
  readonly run: <Answer>(send: (control: SendingControl) => Promise<Answer>) => Promise<Answer>
}

/** Less is not drawn. */
const worthShowing = 0.002

/** How far something is that is sent, and a way to stop it; it also stops when the dialog goes. */
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
