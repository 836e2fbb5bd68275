import { health as m } from '#features/monitoring/messages/health.ts'
import { useHealthChecks } from '#features/monitoring/overview/health/use-health-checks.ts'
import { Link } from '#kit/page/link.tsx'
import { classNames } from '#lib/class-names.ts'
import { linkTo } from '#routes/routes.ts'
import { StatusShape } from '#ui/status.tsx'
import classes from './health-strip.module.css'

/** The maximum number of checks in the strip, which has one or two lines; the page lists all checks. */
const shown = 4

/** Shows the verdicts of the health page in one line: the checks that need attention, worst first, each with a link. */
export function HealthStrip({ isTheirTurn }: { readonly isTheirTurn: boolean }) {
  const checks = useHealthChecks(isTheirTurn)
  const judged = checks.filter(({ isAwaited }) => !isAwaited)
  const attention = (['bad', 'warn'] as const).flatMap((level) =>
    judged.filter((check) => check.level === level),
  )
  const unknown = judged.filter(({ level }) => level === 'unknown')
  const isCalm = attention.length === 0
  const isChecking = judged.length < checks.length
  const worst = attention[0]?.level
  return (
    <section
      className={classNames(
        classes['strip'],
        isCalm && classes['calm'],
        worst === 'bad' && classes['critical'],
      )}
      aria-label={m.strip}
    >
      <strong className={classes['verdict']}>
        <StatusShape kind={worst ?? (isChecking ? 'unknown' : 'ok')} coloured />
        {!isCalm ? m.stripAttention(attention.length) : isChecking ? m.checking : m.stripCalm(unknown.length)}
      </strong>
      <ul className={classes['checks']}>
        {attention.slice(0, shown).map((check) => (
          <li key={check.id}>
            <StatusShape kind={check.level} coloured />
            <Link to={check.fix?.to ?? linkTo('health')}>{check.brief ?? check.verdict}</Link>
          </li>
        ))}
        {attention.length > shown && (
          <li>
            <Link to={linkTo('health')}>{m.stripMore(attention.length - shown)}</Link>
          </li>
        )}
      </ul>
      <Link to={linkTo('health')} className={classes['all']}>
        {m.allChecks(checks.length)}
      </Link>
    </section>
  )
}
