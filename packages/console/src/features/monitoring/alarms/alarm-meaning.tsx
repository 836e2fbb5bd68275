import type { Alarm } from '@brokerdeck/contract/monitoring/alarms.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { alarmKind } from '#domain/alarm/alarm-kind.ts'
import { paths } from '#lib/paths.ts'
import { AlarmLevel } from './alarm-level.tsx'
import classes from './alarm-meaning.module.css'
import { knownAlarms } from './known-alarms.ts'
import { m } from './messages.ts'

/** The client of a congested connection is in the details: in the alarm's name, a slash may be part of it. */
function helpLink(alarm: Alarm): ReactNode {
  const kind = alarmKind(alarm)
  const { clientid } = alarm.details
  if (kind === 'conn_congestion' && typeof clientid === 'string' && clientid !== '') {
    return <Link to={paths.client(clientid)}>{m.toClient}</Link>
  }
  const help = kind && knownAlarms[kind].help
  if (help === undefined) return undefined
  const { label, ...target } = help
  return <Link {...target}>{label}</Link>
}

/** What an alarm means and what to do about it. */
export function AlarmMeaning({ alarm }: { readonly alarm: Alarm }) {
  const kind = alarmKind(alarm)
  const known = kind && knownAlarms[kind]
  const link = helpLink(alarm)
  return (
    <div className={classes['meaning']}>
      <AlarmLevel alarm={alarm} />
      <h3>{m.meaning}</h3>
      <p>{known?.meaning ?? m.unknownMeaning}</p>
      <h3>{m.advice}</h3>
      <p>{known?.advice ?? m.unknownAdvice}</p>
      {link !== undefined && (
        <p>
          {m.seeAlso} {link}
        </p>
      )}
    </div>
  )
}
