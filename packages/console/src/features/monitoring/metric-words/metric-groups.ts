import { metricWords as m } from '#features/monitoring/messages/metrics.ts'
import { languageTag } from '#i18n/locale.ts'

export const metricGroups = [
  'connections',
  'sessions',
  'access',
  'bytes',
  'packets',
  'messages',
  'delivery',
  'overload',
  'other',
] as const
export type MetricGroup = (typeof metricGroups)[number]

const prefixes: ReadonlyMap<string, MetricGroup> = new Map([
  ['client', 'connections'],
  ['session', 'sessions'],
  ['authorization', 'access'],
  ['authentication', 'access'],
  ['bytes', 'bytes'],
  ['packets', 'packets'],
  ['messages', 'messages'],
  ['delivery', 'delivery'],
  ['overload_protection', 'overload'],
])

export function toMetricGroup(name: string): MetricGroup {
  const [prefix = ''] = name.split('.')
  if (prefix === 'client' && name.includes('auth')) return 'access'
  return prefixes.get(prefix) ?? 'other'
}

/** The position of each metric in the order of the texts; metrics without a text follow by name. */
const places: ReadonlyMap<string, number> = new Map(Object.keys(m).map((name, place) => [name, place]))

export function groupMetrics(names: readonly string[]): ReadonlyMap<MetricGroup, readonly string[]> {
  const place = (name: string) => places.get(name) ?? places.size
  const ordered = [...names].sort((a, b) => place(a) - place(b) || a.localeCompare(b, languageTag))
  const groups = new Map<MetricGroup, string[]>()
  for (const group of metricGroups) {
    const members = ordered.filter((name) => toMetricGroup(name) === group)
    if (members.length > 0) groups.set(group, members)
  }
  return groups
}
