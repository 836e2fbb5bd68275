import { Link } from '@tanstack/react-router'
import { Skeleton } from '#ui/skeleton.tsx'
import { Status } from '#ui/status.tsx'
import type { HealthCheck, Level } from './health-check.ts'
import classes from './health-page.module.css'
import { m } from './messages.ts'

const words: Record<Level, string> = { bad: m.bad, warn: m.warn, unknown: m.unknown, ok: m.ok }

/** One check: what is so, what it was seen by, what may come of it, and where to change it. */
export function CheckRow({ check }: { readonly check: HealthCheck }) {
  const { id, subject, level, verdict, evidence = [], consequence, fix, isAwaited } = check
  return (
    <li className={classes['check']} aria-labelledby={`health-${id}`}>
      <div className={classes['head']}>
        <h3 id={`health-${id}`} className={classes['subject']}>
          {subject}
        </h3>
        {isAwaited ? <Skeleton height={16} width={72} /> : <Status kind={level}>{words[level]}</Status>}
      </div>
      <div className={classes['body']}>
        <p className={classes['verdict']}>{verdict}</p>
        {evidence.length > 0 && (
          <ul className={classes['evidence']} aria-label={m.evidence}>
            {evidence.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
        {consequence !== undefined && <p className={classes['consequence']}>{consequence}</p>}
      </div>
      {fix !== undefined && (
        <Link to={fix.to} search={fix.search ?? {}} className={classes['fix']}>
          {fix.label}
        </Link>
      )}
    </li>
  )
}
