import type { Alarm } from '@brokerdeck/contract/monitoring/alarms.ts'
import { Link } from '@tanstack/react-router'
import { alarmTitle } from '#domain/alarm/alarm-title.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { paths } from '#lib/paths.ts'
import { ErrorState, type ProblemView } from '#ui/error-state.tsx'
import { Panel } from '#ui/panel.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { StatusShape } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { overview as m } from '../messages/overview.ts'
import classes from './alarms-panel.module.css'

interface AlarmsPanelProps {
  readonly alarms: readonly Alarm[] | undefined
  /** Of all active ones, when there are more than are listed. */
  readonly count: number
  readonly problem: ProblemView | undefined
  readonly onRetry: () => void
}

/** What the broker itself complains about. */
export function AlarmsPanel({ alarms, count, problem, onRetry }: AlarmsPanelProps) {
  return (
    <Panel
      title={m.alarms}
      {...(alarms ? { caption: formatNumber(count) } : {})}
      actions={<Link to={paths.alarms()}>{m.allAlarms}</Link>}
      className={classes['panel']}
    >
      {!alarms && problem && <ErrorState {...problem} onRetry={onRetry} />}
      {!alarms && !problem && (
        <div className={classes['quiet']} aria-busy>
          <Skeleton height={54} />
        </div>
      )}
      {alarms?.length === 0 && <p className={classes['quiet']}>{m.noAlarms}</p>}
      {alarms && alarms.length > 0 && (
        <ul className={classes['alarms']}>
          {alarms.map((alarm) => (
            <li key={`${alarm.node} ${alarm.name}`}>
              <StatusShape kind="warn" coloured />
              <span className={classes['since']}>
                <RelativeTime at={alarm.activate_at} />
              </span>
              <b>{alarmTitle(alarm) ?? <Verbatim text={alarm.name} />}</b>
              <p className="mono">
                <Verbatim text={`${alarm.node}: ${alarm.message}`} focusable />
              </p>
            </li>
          ))}
        </ul>
      )}
      {alarms && count > alarms.length && (
        <p className={classes['quiet']}>{m.moreAlarms(count - alarms.length)}</p>
      )}
    </Panel>
  )
}
