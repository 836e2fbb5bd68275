import { useEffect, useState } from 'react'
import { inFlight } from '#api/connection.ts'
import { forgetEverySession, noteUse, watchUse } from '#api/session.ts'
import { idleSignOut as m } from '#app/messages.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { DialogShell } from '#kit/dialogs/dialog-shell.tsx'
import { Button } from '#ui/button.tsx'
import { logOut } from './log-out.ts'

const warningMs = 60_000

/**
 * Signs out who has not used any tab for so many minutes, and counts down the last minute (half of the time where that
 * is less). The broker's own time cannot be counted down: each request begins it again, and a page in sight asks.
 */
export function IdleSignOut({ minutes }: { readonly minutes: number }) {
  const limitMs = minutes * 60_000
  const [leftMs, setLeftMs] = useState(limitMs)
  useEffect(() => watchUse(limitMs, () => inFlight().count > 0, setLeftMs), [limitMs])
  const isOver = leftMs <= 0
  useEffect(() => {
    if (isOver) void logOut('idle').then(forgetEverySession)
  }, [isOver])
  if (isOver || leftMs > Math.min(warningMs, limitMs / 2)) return null
  const stay = () => {
    noteUse()
    setLeftMs(limitMs)
  }
  return (
    <DialogShell
      title={m.title}
      onClose={stay}
      footer={
        <>
          <Button onClick={() => void logOut()}>{m.logOut}</Button>
          <Button variant="primary" onClick={stay}>
            {m.stay}
          </Button>
        </>
      }
    >
      {/* Said once: a count that is read out every second would drown everything else. */}
      <p aria-live="off">{m.body(formatNumber(Math.ceil(leftMs / 1_000)))}</p>
    </DialogShell>
  )
}
