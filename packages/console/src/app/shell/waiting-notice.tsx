import { useEffect, useState, useSyncExternalStore } from 'react'
import { abortPending, inFlight, onInFlightChange } from '#api/in-flight.ts'
import { Button } from '#ui/button.tsx'
import { app as m } from '../messages.ts'
import classes from './progress.module.css'

const patienceMs = 3_000

/** Requests that hang: says so, and lets the operator abort all of them. */
export function WaitingNotice() {
  const { since } = useSyncExternalStore(onInFlightChange, inFlight)
  const [overdue, setOverdue] = useState<number>()
  useEffect(() => {
    if (since === undefined) return
    const timer = setTimeout(() => setOverdue(since), Math.max(0, since + patienceMs - Date.now()))
    return () => clearTimeout(timer)
  }, [since])
  if (since === undefined || overdue !== since) return null
  return (
    <div role="status" className={classes['notice']}>
      {m.waiting}
      <Button size="small" onClick={abortPending}>
        {m.abortRequests}
      </Button>
    </div>
  )
}
