import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatNumber } from '#i18n/format-number.ts'
import { classNames } from '#lib/class-names.ts'
import { paths } from '#lib/paths.ts'
import { visibleText } from '#lib/visible-text.ts'
import { type StatusKind, StatusShape } from '#ui/status-shape.tsx'
import type { Check } from './health-checks.ts'
import classes from './health-strip.module.css'
import { m } from './messages.ts'

const kinds: Record<Check['kind'], StatusKind> = {
  stopped: 'bad',
  alarms: 'warn',
  memory: 'warn',
  versions: 'warn',
  drops: 'warn',
}

interface HealthStripProps {
  /** `undefined` while nothing is known yet. */
  readonly checks: readonly Check[] | undefined
  /** What the broker did not tell. */
  readonly unchecked: readonly string[]
  /** Short where that is clear: the strip has little room. */
  readonly nodeLabel: (node: string) => string
  readonly onShowAlarms: () => void
}

/** What needs attention, worst first, each with a way to what explains it. */
export function HealthStrip({ checks, unchecked, nodeLabel, onShowAlarms }: HealthStripProps) {
  const isCalm = checks === undefined || (checks.length === 0 && unchecked.length === 0)
  return (
    <section className={classNames(classes['strip'], isCalm && classes['calm'])} aria-label={m.health}>
      {checks !== undefined && (
        <>
          <strong className={classes['verdict']}>
            <StatusShape kind={isCalm ? 'ok' : 'warn'} coloured />
            {checks.length > 0 ? m.attention(checks.length) : m.healthy}
          </strong>
          <ul className={classes['checks']}>
            {checks.map((check) => (
              <li key={keyOf(check)}>
                <StatusShape kind={kinds[check.kind]} coloured />
                <CheckLink check={check} nodeLabel={nodeLabel} onShowAlarms={onShowAlarms} />
              </li>
            ))}
            {unchecked.length > 0 && (
              <li>
                <StatusShape kind="unknown" coloured />
                {m.unchecked(unchecked.join(', '))}
              </li>
            )}
            {isCalm && <li className={classes['quiet']}>{m.checked}</li>}
          </ul>
          <Link to={paths.health()} className={classes['all']}>
            {m.allChecks}
          </Link>
        </>
      )}
    </section>
  )
}

function keyOf(check: Check): string {
  return 'node' in check ? `${check.kind} ${check.node}` : check.kind
}

interface CheckLinkProps extends Pick<HealthStripProps, 'nodeLabel' | 'onShowAlarms'> {
  readonly check: Check
}

function CheckLink({ check, nodeLabel, onShowAlarms }: CheckLinkProps): ReactNode {
  switch (check.kind) {
    case 'stopped':
      return <Link to={paths.node(check.node)}>{m.stopped(nodeLabel(check.node))}</Link>
    case 'memory':
      return (
        <Link to={paths.node(check.node)}>
          {m.memory(nodeLabel(check.node), `${formatNumber(check.share * 100, 0)} %`)}
        </Link>
      )
    case 'versions':
      return (
        <Link to={paths.nodes()}>
          {m.versions(check.versions.map((version) => visibleText(version)).join(', '))}
        </Link>
      )
    case 'alarms':
      return (
        <button type="button" onClick={onShowAlarms}>
          {m.activeAlarms(check.count)}
        </button>
      )
    case 'drops':
      return (
        <Link to={paths.metrics()} search={{ search: 'dropped' }}>
          {m.drops(formatNumber(check.perSecond, 1))}
        </Link>
      )
  }
}
