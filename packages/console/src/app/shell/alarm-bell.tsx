import type { Alarm } from '@brokerdeck/contract/monitoring/alarms.ts'
import IconBell from '@tabler/icons-react/dist/esm/icons/IconBell.mjs'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { describeError } from '#api/errors.ts'
import { read } from '#api/query.ts'
import { app as m } from '#app/messages.ts'
import { activeAlarmsQuestion } from '#domain/alarm/active-alarms-question.ts'
import { alarmTitle } from '#domain/alarm/alarm-title.ts'
import { Link } from '#kit/page/link.tsx'
import { linkTo } from '#routes/routes.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Popover } from '#ui/overlays.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { StatusShape } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import classes from './top-bar.module.css'

const shown = 20

/** Loaded lazily, so that no page waits for the texts of failures. */
const SaidLine = lazy(async () => ({ default: (await import('./said-line.tsx')).SaidLine }))

/** Shows the active alarms and their number; polled slowly, because alarms change seldom compared with a chart. */
export function AlarmBell() {
  const { data, error } = useQuery(read(...activeAlarmsQuestion, { pollSeconds: 60 }))
  const icon = <IconBell size={16} stroke={1.5} aria-hidden />
  if (!data) {
    const reason = error ? describeError(error).title : undefined
    return (
      <IconButton label={error ? m.alarmsUnknown : m.alarmsTitle} disabledReason={reason}>
        {icon}
      </IconButton>
    )
  }
  const count = data.meta.count ?? data.data.length
  const label = count === 0 ? m.noAlarms : m.alarms(count)
  return (
    <Popover
      label={m.alarmsTitle}
      align="end"
      trigger={(trigger) => (
        <span className={classes['bell']}>
          <IconButton {...trigger} label={label}>
            {icon}
          </IconButton>
          {count > 0 && (
            <span className={classes['count']} aria-hidden="true">
              {count > 99 ? '99+' : count}
            </span>
          )}
        </span>
      )}
    >
      {(close) => <AlarmList alarms={data.data.slice(0, shown)} count={count} onLeave={close} />}
    </Popover>
  )
}

interface AlarmListProps {
  readonly alarms: readonly Alarm[]
  readonly count: number
  readonly onLeave: () => void
}

function AlarmList({ alarms: active, count, onLeave }: AlarmListProps) {
  return (
    <div className={classes['alarms']}>
      <h2>{m.alarmsTitle}</h2>
      {active.length === 0 && <p>{m.noAlarms}</p>}
      <ul>
        {active.map((alarm) => (
          <li key={`${alarm.node} ${alarm.name}`}>
            <StatusShape kind="warn" coloured />
            <span>{alarmTitle(alarm) ?? <Verbatim text={alarm.name} />}</span>
            <RelativeTime at={Date.parse(alarm.activate_at)} />
            <small>
              <Suspense>
                <SaidLine {...alarm} />
              </Suspense>
            </small>
          </li>
        ))}
      </ul>
      {count > active.length && <p>{m.moreAlarms(count - active.length)}</p>}
      <p>
        <Link to={linkTo('alarms')} onClick={onLeave}>
          {m.allAlarms}
        </Link>
      </p>
    </div>
  )
}
