import { useEffect, useState, useSyncExternalStore } from 'react'
import { inFlight, onInFlightChange } from '#api/in-flight.ts'
import { formatClock } from '#i18n/format-time.ts'
import { classNames } from '#lib/class-names.ts'
import { StatusShape } from '#ui/status-shape.tsx'
import { Tooltip } from '#ui/tooltip.tsx'
import { m } from '../messages.ts'
import classes from './top-bar.module.css'
import { useConnection } from './use-connection.ts'

/** Two polls of what is asked most often. */
const lateAfterMs = 10_000

/** Whether what the page shows is kept up to date. */
export function LiveIndicator() {
  const { problem, answeredAt } = useConnection()
  const { oldest } = useSyncExternalStore(onInFlightChange, inFlight)
  // An answer to anything shows that the broker is there, so only a silence since counts.
  const isLate = useIsPast(oldest === undefined ? undefined : Math.max(oldest, answeredAt ?? 0) + lateAfterMs)
  if (answeredAt === undefined && !problem) return null
  const isPaused = problem !== undefined || isLate
  return (
    <Tooltip
      label={m.lastAnswer(formatClock(answeredAt))}
      focusable
      className={classNames(classes['live'], 'desktop-only')}
    >
      <StatusShape kind={isPaused ? 'off' : 'ok'} coloured />
      {isPaused ? m.paused : m.live}
    </Tooltip>
  )
}

function useIsPast(instant: number | undefined): boolean {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (instant === undefined) return
    const timer = setTimeout(() => setNow(Date.now()), Math.max(0, instant - Date.now()) + 20)
    return () => clearTimeout(timer)
  }, [instant])
  return instant !== undefined && now > instant
}
