import type { Alarm } from '@brokerdeck/contract/monitoring/alarms.ts'
import { lazy, type ReactNode, Suspense } from 'react'
import { alarmKind } from '#domain/alarm/alarm-kind.ts'
import { alarmTitle } from '#domain/alarm/alarm-title.ts'
import { alarms as m } from '#features/monitoring/messages/alarms.ts'
import { formatDateTime, formatDuration } from '#i18n/format-time.ts'
import { DrawerShell } from '#kit/dialogs/drawer-shell.tsx'
import { LinkedNames } from '#kit/linked-names/linked-names.tsx'
import { Link } from '#kit/page/link.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { linkTo, ruleAddress } from '#routes/routes.ts'
import { type PropertyGroup, PropertyList } from '#ui/property-list.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { AlarmLevel } from './alarm-columns.tsx'
import classes from './alarm-meaning.module.css'
import { knownAlarms } from './known-alarms.ts'

const FailureWords = lazy(async () => ({
  default: (await import('#resource/failure-cause/failure-reason.tsx')).FailureWords,
}))

/**
 * The maximum number of details shown. The system that raises an alarm may add any details; the copy button copies
 * all of them.
 */
const detailsShown = 50

function verbatim(label: string, text: string) {
  return { label, value: <Verbatim text={text} wrap mono />, ...(text === '' ? {} : { copy: text }) }
}

function detailGroups(details: Alarm['details']): readonly PropertyGroup[] {
  const entries = Object.entries(details)
  if (entries.length === 0) return []
  const properties = entries
    .slice(0, detailsShown)
    .map(([key, value]) =>
      verbatim(visibleText(key, 80), typeof value === 'string' ? value : (JSON.stringify(value) ?? '')),
    )
  const all = { label: m.allDetails, value: m.detailCount(entries.length), copy: JSON.stringify(details) }
  return [{ title: m.details, properties: [...properties, all] }]
}

interface AlarmDrawerProps {
  readonly alarm: Alarm
  readonly onClose: () => void
}

/** Shows the meaning of an alarm, the advice, and everything that the node reports about it. */
export function AlarmDrawer({ alarm, onClose }: AlarmDrawerProps) {
  const { name, message, node, activate_at: raised, deactivate_at: ended, duration, details } = alarm
  const said = [
    verbatim(m.name, name),
    verbatim(m.message, message),
    verbatim(m.node, node),
    { label: m.raised, value: formatDateTime(raised) },
    ...(ended === undefined ? [] : [{ label: m.ended, value: formatDateTime(ended) }]),
    { label: m.duration, value: formatDuration(duration) },
  ]
  return (
    <DrawerShell title={alarmTitle(alarm) ?? visibleText(name, 80)} isOpen onClose={onClose} size={560}>
      <AlarmMeaning alarm={alarm} />
      <PropertyList groups={[{ title: m.said, properties: said }, ...detailGroups(details)]} />
    </DrawerShell>
  )
}

/**
 * Reads the client of a congested connection from the details, because a slash in the alarm's name may be part of the
 * client ID.
 */
function helpLink(alarm: Alarm): ReactNode {
  const kind = alarmKind(alarm)
  const { clientid } = alarm.details
  if (kind === 'conn_congestion' && typeof clientid === 'string' && clientid !== '') {
    return <Link to={linkTo('client', { clientId: clientid })}>{m.toClient}</Link>
  }
  const help = kind && knownAlarms[kind].help
  if (help === undefined) return undefined
  return <Link to={help.to}>{help.label}</Link>
}

const mostRules = 50

/**
 * Returns the rules named in the details. The embedded broker names at most 20; alarms from other brokers may contain
 * anything.
 */
function rulesNamed({ details: { rules } }: Alarm): readonly string[] {
  if (!Array.isArray(rules)) return []
  const named = rules.filter((one: unknown) => typeof one === 'string' && one !== '')
  return [...new Set<string>(named)].slice(0, mostRules)
}

/** Shows the meaning of an alarm and the advice for it. */
function AlarmMeaning({ alarm }: { readonly alarm: Alarm }) {
  const kind = alarmKind(alarm)
  const known = kind && knownAlarms[kind]
  const link = helpLink(alarm)
  return (
    <div className={classes['meaning']}>
      <AlarmLevel alarm={alarm} />
      <h3>{m.meaning}</h3>
      <p>{known?.meaning ?? m.unknownMeaning}</p>
      <Suspense>
        <FailureWords raw={alarm.message} />
      </Suspense>
      <h3>{m.advice}</h3>
      <p>{known?.advice ?? m.unknownAdvice}</p>
      <LinkedNames
        label={m.rulesNamed}
        ids={kind === undefined ? [] : rulesNamed(alarm)}
        to={(id) => ruleAddress(id)}
      />
      {link !== undefined && (
        <p>
          {m.seeAlso} {link}
        </p>
      )}
    </div>
  )
}
