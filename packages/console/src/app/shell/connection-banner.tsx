import { nodes } from '@brokerdeck/contract/monitoring/nodes.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { describeProblem } from '#api/describe-problem.ts'
import type { Problem } from '#api/errors.ts'
import { request } from '#api/http.ts'
import { askAgain } from '#api/query.ts'
import { Button } from '#ui/button.tsx'
import { StatusShape } from '#ui/status.tsx'
import { app as m } from '../messages.ts'
import classes from './banner.module.css'
import { useConnection } from './use-connection.ts'

const firstDelayMs = 2_000
const longestDelayMs = 30_000

/** Says that the broker does not answer, tries again by itself, and refreshes the page when it is back. */
export function ConnectionBanner() {
  const client = useQueryClient()
  const { problem } = useConnection()
  const isLost = problem !== undefined
  const wasLost = useRef(false)
  useEffect(() => {
    if (wasLost.current && !isLost) void askAgain(client)
    wasLost.current = isLost
  }, [isLost, client])
  return problem ? <Retrying problem={problem} /> : null
}

function Retrying({ problem }: { readonly problem: Problem }) {
  const { dueAt, isTrying, retry } = useRetry()
  const { title, detail, raw } = describeProblem(problem)
  const seconds = useSecondsUntil(dueAt)
  return (
    <div role="alert" className={classes['banner']}>
      <StatusShape kind="bad" coloured />
      <div className={classes['text']}>
        <strong>{m.connectionLost}</strong> <span>{title}</span>
        {detail !== undefined && <p>{detail}</p>}
        {raw !== undefined && (
          <details>
            <summary>{m.details}</summary>
            <code>{raw}</code>
          </details>
        )}
      </div>
      {/* Counts every second: an alert that repeats itself would drown everything else. */}
      <span className={classes['due']} aria-live="off">
        {isTrying ? m.retrying : m.retryIn(seconds)}
      </span>
      <Button size="small" isBusy={isTrying} onClick={retry}>
        {m.retryNow}
      </Button>
    </div>
  )
}

interface Retry {
  readonly dueAt: number
  readonly isTrying: boolean
  retry(): void
}

function useRetry(): Retry {
  const [attempt, setAttempt] = useState(0)
  const [dueAt, setDueAt] = useState(() => Date.now() + firstDelayMs)
  const [isTrying, setTrying] = useState(false)

  const retry = useCallback(() => {
    setTrying(true)
    const again = () => {
      setAttempt(attempt + 1)
      setDueAt(Date.now() + Math.min(longestDelayMs, firstDelayMs * 2 ** (attempt + 1)))
      setTrying(false)
    }
    // Success and failure are both noted by the connection store, which this banner shows.
    request(nodes.list, {}, { isSilent: true, timeoutMs: 5_000 }).then(again, again)
  }, [attempt])

  useEffect(() => {
    const timer = setTimeout(retry, Math.max(0, dueAt - Date.now()))
    return () => clearTimeout(timer)
  }, [dueAt, retry])

  return { dueAt, isTrying, retry }
}

function useSecondsUntil(dueAt: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((dueAt - now) / 1000))
}
