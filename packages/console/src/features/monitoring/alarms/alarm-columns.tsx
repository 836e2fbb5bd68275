import type { Alarm } from '@brokerdeck/contract/monitoring/alarms.ts'
import { lazy, Suspense } from 'react'
import { alarmKind } from '#domain/alarm/alarm-kind.ts'
import { alarmTitle, isTerm } from '#domain/alarm/alarm-title.ts'
import { alarms as m } from '#features/monitoring/messages/alarms.ts'
import { formatDuration } from '#i18n/format-time.ts'
import { Link } from '#kit/page/link.tsx'
import type { Column } from '#kit/table/column.ts'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { linkTo, type SortOf } from '#routes/routes.ts'
import { Button } from '#ui/button.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { Status } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { knownAlarms } from './known-alarms.ts'

const kinds = { critical: 'bad', warning: 'warn', unrated: 'unknown' } as const
const words = { critical: m.critical, warning: m.warning, unrated: m.unrated } as const

function findLevel(alarm: Alarm): keyof typeof words {
  const kind = alarmKind(alarm)
  return kind === undefined ? 'unrated' : knownAlarms[kind].level
}

const levelWord = (alarm: Alarm): string => words[findLevel(alarm)]

/** Shows the severity of an alarm from `knownAlarms`, because the broker reports no level. */
export function AlarmLevel({ alarm }: { readonly alarm: Alarm }) {
  return <Status kind={kinds[findLevel(alarm)]}>{levelWord(alarm)}</Status>
}

type AlarmColumn = Column<Alarm, SortOf<'alarms'>>

const name = verbatimColumn('name', m.name, (alarm: Alarm) => alarm.name, {
  always: true,
  sortable: true,
  width: 230,
  phone: 'name',
})

const title: AlarmColumn = {
  id: 'title',
  header: m.inWords,
  cell: (alarm) => alarmTitle(alarm) ?? <span className="dim">—</span>,
  value: alarmTitle,
  fields: [],
  sortable: true,
  width: 190,
  phone: 'pair',
}

const level: AlarmColumn = {
  id: 'level',
  header: m.level,
  definition: m.levelMeaning,
  cell: (alarm) => <AlarmLevel alarm={alarm} />,
  value: levelWord,
  fields: [],
  sortable: true,
  width: 110,
  phone: 'status',
}

/** The failure causes are loaded lazily, because they are as large as the list itself. */
const FailureLine = lazy(async () => ({
  default: (await import('#resource/failure-cause/failure-reason.tsx')).FailureLine,
}))

const said = verbatimColumn('message', m.message, (alarm: Alarm) => alarm.message, {
  width: 280,
  phone: 'line',
})

const message: AlarmColumn = {
  ...said,
  cell: (alarm) =>
    isTerm(alarm.message) ? (
      <Suspense fallback={said.cell(alarm)}>
        <FailureLine raw={alarm.message} />
      </Suspense>
    ) : (
      said.cell(alarm)
    ),
}

const node: AlarmColumn = {
  id: 'node',
  header: m.node,
  cell: (alarm) => (
    <Link to={linkTo('node', { node: alarm.node })}>
      <Verbatim text={alarm.node} mono />
    </Link>
  ),
  value: (alarm) => alarm.node,
  mono: true,
  sortable: true,
  width: 170,
  phone: 'pair',
}

function time(id: 'activate_at' | 'deactivate_at', header: string): AlarmColumn {
  return {
    id,
    header,
    cell: (alarm) => <RelativeTime at={alarm[id]} />,
    value: (alarm) => alarm[id],
    sortable: true,
    width: 120,
    phone: 'pair',
  }
}

const duration: AlarmColumn = {
  id: 'duration',
  header: m.duration,
  cell: (alarm) => formatDuration(alarm.duration),
  value: (alarm) => alarm.duration,
  align: 'end',
  sortable: true,
  width: 110,
  phone: 'pair',
}

/** Returns the column with the explain button. A phone's card has no room for it; there it is in the row menu. */
function explain(onExplain: (alarm: Alarm) => void): AlarmColumn {
  return {
    id: 'details',
    header: m.details,
    cell: (alarm) => (
      <Button
        size="small"
        variant="quiet"
        aria-label={m.explainOne(visibleText(alarm.name, 80), visibleText(alarm.node, 80))}
        onClick={() => onExplain(alarm)}
      >
        {m.explain}
      </Button>
    ),
    value: ({ details }) => JSON.stringify(details),
    width: 90,
  }
}

const named = [name, title, level, message, node]

export function activeColumns(onExplain: (alarm: Alarm) => void): readonly AlarmColumn[] {
  return [...named, time('activate_at', m.since), duration, explain(onExplain)]
}

export function historyColumns(onExplain: (alarm: Alarm) => void): readonly AlarmColumn[] {
  const times = [time('activate_at', m.raised), time('deactivate_at', m.ended)]
  return [...named, ...times, duration, explain(onExplain)]
}
