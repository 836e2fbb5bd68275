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
 * Signs out a user who has used no tab for the given number of minutes, and counts down the last minute (half of the
 * time if that is less). The broker's own timeout cannot be counted down: each request restarts it, and a visible
 * page sends requests.
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
      {/* Screen readers announce the text once: a count that is read out every second would drown out everything else. */}
      <p aria-live="off">{m.body(formatNumber(Math.ceil(leftMs / 1_000)))}</p>
    </DialogShell>
  )
}
