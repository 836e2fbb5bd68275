import { formatClock, formatDateTime } from '#i18n/format-time.ts'
import { StatusShape } from '#ui/status-shape.tsx'
import type { DropLog } from './drop-log.ts'
import classes from './history-panel.module.css'
import { m } from './messages.ts'
import type { Absence } from './node-absences.ts'

interface HistoryNotesProps {
  readonly absences: readonly Absence[]
  readonly drops: DropLog | undefined
}

/** What the charts do not show, and for which time. */
export function HistoryNotes({ absences, drops }: HistoryNotesProps) {
  return (
    <ul className={classes['notes']}>
      {absences.map(({ label, from, to, isWhole }) => (
        <li key={`${label} ${from}`}>
          <StatusShape kind="warn" coloured />
          {isWhole ? m.lacksAll(label) : m.lacks(label, formatDateTime(from), formatDateTime(to))}
        </li>
      ))}
      {drops && <li>{m.beganToCount(formatClock(drops.beganAt))}</li>}
    </ul>
  )
}
