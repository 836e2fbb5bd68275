import type { banned } from '@brokerdeck/contract/access/banned.ts'
import type { QueryKey } from '@brokerdeck/contract/endpoint.ts'
import { banKindNames } from '#domain/client/ban-kind-names.ts'
import type { Filter, FilterValues } from '#kit/table/filters/filter.ts'
import { m } from './messages.ts'

/** All filters of `GET /banned`: what bans by expression hold cannot be asked for. */
export const banFilters: readonly Filter<QueryKey<typeof banned.list>>[] = [
  ...(['clientid', 'username', 'peerhost'] as const).map(
    (kind): Filter<QueryKey<typeof banned.list>> => ({
      kind: 'text',
      label: banKindNames[kind],
      exact: kind,
      contains: `like_${kind}`,
      containsWord: m.matches,
      isMain: true,
      mono: kind !== 'username',
    }),
  ),
  { kind: 'text', label: banKindNames.peerhost_net, contains: 'like_peerhost_net', mono: true },
]

/** The broker takes one filter at a time: the one that was just set replaces the one before. */
export function oneFilter(before: FilterValues, after: FilterValues): FilterValues {
  const entries = Object.entries(after)
  const changed = entries.filter(([key, value]) => before[key] !== value)
  return Object.fromEntries((changed.length > 0 ? changed : entries).slice(0, 1))
}
