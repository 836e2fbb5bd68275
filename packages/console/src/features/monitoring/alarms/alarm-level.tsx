import type { Alarm } from '@brokerdeck/contract/monitoring/alarms.ts'
import { alarmKind } from '#domain/alarm/alarm-kind.ts'
import { Status } from '#ui/status.tsx'
import { alarms as m } from '../messages/alarms.ts'
import { knownAlarms } from './known-alarms.ts'

const kinds = { critical: 'bad', warning: 'warn', unrated: 'unknown' } as const
const words = { critical: m.critical, warning: m.warning, unrated: m.unrated } as const

function levelOf(alarm: Alarm): keyof typeof words {
  const kind = alarmKind(alarm)
  return kind === undefined ? 'unrated' : knownAlarms[kind].level
}

export const levelWord = (alarm: Alarm): string => words[levelOf(alarm)]

/** How much is at stake; the broker gives no level. */
export function AlarmLevel({ alarm }: { readonly alarm: Alarm }) {
  return <Status kind={kinds[levelOf(alarm)]}>{levelWord(alarm)}</Status>
}
