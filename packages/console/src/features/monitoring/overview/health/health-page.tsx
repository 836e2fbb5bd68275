import { useQueryClient } from '@tanstack/react-query'
import { Page } from '#kit/page/page.tsx'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/panel.tsx'
import { CheckRow } from './check-row.tsx'
import type { HealthCheck, Level } from './health-check.ts'
import classes from './health-page.module.css'
import { m } from './messages.ts'
import { useHealthChecks } from './use-health-checks.ts'

interface Group {
  readonly title: string
  readonly levels: readonly Level[]
}

const groups: readonly Group[] = [
  { title: m.attention, levels: ['bad', 'warn'] },
  { title: m.cannotBeKnown, levels: ['unknown'] },
  { title: m.fine, levels: ['ok'] },
]

/** What an operator should know about the cluster, each with what it was seen by and the way to change it. */
export function HealthPage() {
  const checks = useHealthChecks()
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
        <Button size="small" onClick={() => void client.invalidateQueries()}>
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
