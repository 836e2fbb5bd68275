import { useEffect, useState } from 'react'
import type { LinkState } from '#features/diagnose/mqtt-link/link-state.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { m } from './messages.ts'
import classes from './retry-note.module.css'

/** How often it was tried in vain, and when it is tried again. */
export function RetryNote({ failures, nextAt }: NonNullable<LinkState['retry']>) {
  return (
    <p className={classes['note']}>
      {failures > 0 && <span>{m.failedAttempts(failures, formatNumber(failures))}</span>}
      {nextAt === undefined ? <span>{m.tryingNow}</span> : <Countdown to={nextAt} />}
    </p>
  )
}

function Countdown({ to }: { readonly to: number }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.ceil((to - now) / 1000))
  return <span>{m.nextAttempt(formatNumber(seconds))}</span>
}
