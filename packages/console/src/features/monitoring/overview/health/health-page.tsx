import { useQueryClient } from '@tanstack/react-query'
import { failureCause } from '#api/failure-cause/failure-cause.ts'
import { askAgain } from '#api/query.ts'
import { health as m } from '#features/monitoring/messages/health.ts'
import { Link } from '#kit/page/link.tsx'
import { Page } from '#kit/page/page.tsx'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/panel.tsx'
import { Skeleton } from '#ui/states.tsx'
import { Status } from '#ui/status.tsx'
import type { HealthCheck, Level } from './health-check.ts'
import classes from './health-page.module.css'
import { useHealthChecks } from './use-health-checks.ts'

const words: Record<Level, string> = { bad: m.bad, warn: m.warn, unknown: m.unknown, ok: m.ok }

interface Group {
  readonly title: string
  readonly levels: readonly Level[]
}

const groups: readonly Group[] = [
  { title: m.attention, levels: ['bad', 'warn'] },
  { title: m.cannotBeKnown, levels: ['unknown'] },
  { title: m.fine, levels: ['ok'] },
]

/** Lists the health checks of the cluster, each with its evidence and a link to the fix. */
export function HealthPage() {
  const checks = useHealthChecks(true, (reason) => failureCause(reason)?.words)
  const client = useQueryClient()
  const awaited = checks.filter(({ isAwaited }) => isAwaited)
  const judged = checks.filter(({ isAwaited }) => !isAwaited)
  const isChecking = awaited.length > 0
  const parts = groups.map(({ title, levels }) => ({
    title,
    checks: levels.flatMap((level) => judged.filter((check) => check.level === level)),
  }))
  const [attention = 0, unknown = 0, fine = 0] = parts.map((part) => part.checks.length)
  return (
    <Page
      title={m.title}
      summary={isChecking ? m.checking : m.summary(attention, unknown, fine)}
      actions={
        <Button size="small" onClick={() => void askAgain(client)}>
          {m.refresh}
        </Button>
      }
    >
      <div className={classes['groups']}>
        {!isChecking && attention === 0 && <p className={classes['calm']}>{m.nothingToDo}</p>}
        {[...parts, { title: m.checking, checks: awaited }]
          .filter((part) => part.checks.length > 0)
          .map((part) => (
            <CheckGroup key={part.title} {...part} />
          ))}
      </div>
    </Page>
  )
}

function CheckGroup({ title, checks }: { readonly title: string; readonly checks: readonly HealthCheck[] }) {
  return (
    <Panel title={title} caption={String(checks.length)}>
      <ul className={classes['checks']}>
        {checks.map((check) => (
          <CheckRow key={check.id} check={check} />
        ))}
      </ul>
    </Panel>
  )
}

/** Shows one check: its result, its evidence, its consequence, and the link to the fix. */
function CheckRow({ check }: { readonly check: HealthCheck }) {
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
        <Link to={fix.to} className={classes['fix']}>
          {fix.label}
        </Link>
      )}
    </li>
  )
}
