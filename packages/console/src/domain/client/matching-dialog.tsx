import { useEffect, useEffectEvent, useState } from 'react'
import { formatNumber } from '#i18n/format-number.ts'
import { DialogShell } from '#kit/dialogs/dialog-shell.tsx'
import { Button } from '#ui/button.tsx'
import { client as m } from './messages.ts'

interface MatchingDialogProps {
  readonly look: (signal: AbortSignal) => AsyncIterable<Matching>
  /** Called with the result, or with undefined if the search was stopped. */
  readonly onAnswer: (found: Matching | Error | undefined) => void
}

const nothing: Matching = { looked: 0, clientids: [], unknown: 0 }

/** Searches all clients until all were compared, or the user stops the search. */
export function MatchingDialog({ look, onAnswer }: MatchingDialogProps) {
  const [found, setFound] = useState(nothing)
  const start = useEffectEvent(async (signal: AbortSignal) => {
    let last = nothing
    try {
      for await (const now of look(signal)) {
        last = now
        setFound(now)
      }
      onAnswer(last)
    } catch (error) {
      if (!signal.aborted) onAnswer(error instanceof Error ? error : new Error(String(error)))
    }
  })
  useEffect(() => {
    const looking = new AbortController()
    void start(looking.signal)
    return () => looking.abort()
  }, [])
  const stop = () => onAnswer(undefined)
  return (
    <DialogShell
      title={m.matchingTitle}
      onClose={stop}
      footer={<Button onClick={stop}>{m.matchingStop}</Button>}
    >
      <p role="status">
        {m.matchingProgress(formatNumber(found.looked), formatNumber(found.clientids.length))}
      </p>
    </DialogShell>
  )
}

export interface Matching {
  readonly looked: number
  readonly clientids: readonly string[]
  /** The number of clients for which a match cannot be determined. */
  readonly unknown: number
}
