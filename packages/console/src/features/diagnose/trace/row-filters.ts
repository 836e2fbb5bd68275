import type { TraceRow } from '#domain/trace/trace-row.ts'
import type { Filter, FilterValues } from '#kit/table/filters/filter.ts'
import { visibleText } from '#lib/visible-text.ts'
import { m } from './messages.ts'

function choices(rows: readonly TraceRow[], of: 'level' | 'tag' | 'msg') {
  const values = new Set(rows.map((row) => (row.kind === 'event' ? row[of] : undefined)))
  return [...values]
    .filter((value) => value !== undefined)
    .sort()
    .map((value) => ({ value, label: visibleText(value, 60) }))
}

/** What the lines that are here can be looked through by. */
export function rowFilters(rows: readonly TraceRow[]): readonly Filter[] {
  return [
    { kind: 'text', label: m.textFilter, contains: 'text', isMain: true },
    {
      kind: 'select',
      label: m.message,
      key: 'msg',
      options: choices(rows, 'msg'),
      isOpenEnded: true,
      isMain: true,
    },
    { kind: 'text', label: m.client, contains: 'client', mono: true },
    { kind: 'text', label: m.topic, contains: 'topic', mono: true },
    { kind: 'select', label: m.tag, key: 'tag', options: choices(rows, 'tag'), isOpenEnded: true },
    { kind: 'select', label: m.level, key: 'level', options: choices(rows, 'level'), isOpenEnded: true },
    { kind: 'date-time', label: m.time, from: 'from', to: 'to' },
  ]
}

/** Parts of names are compared without regard to case. */
export function matches(row: TraceRow, values: FilterValues): boolean {
  const { text, msg, client, topic, tag, level, from, to } = values
  const has = (whole: string | undefined, part: string | undefined) =>
    part === undefined || (whole?.toLowerCase().includes(part.toLowerCase()) ?? false)
  const event = row.kind === 'event' ? row : undefined
  return (
    has(row.line, text) &&
    (msg === undefined || event?.msg === msg) &&
    has(event?.clientid, client) &&
    has(event?.topic, topic) &&
    (tag === undefined || event?.tag === tag) &&
    (level === undefined || event?.level === level) &&
    (from === undefined || row.at >= Date.parse(from)) &&
    (to === undefined || row.at < Date.parse(to) + 1000)
  )
}
