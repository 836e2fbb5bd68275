import type { QueryKey } from '@brokerdeck/contract/endpoint.ts'
import type { Node } from '@brokerdeck/contract/monitoring/nodes.ts'
import { audit, auditMethods, auditOrigins } from '@brokerdeck/contract/system/audit.ts'
import * as v from 'valibot'
import { type Filter, type FilterValues, filterKeys } from '#kit/table/filters/filter.ts'
import { visibleText } from '#lib/visible-text.ts'
import { auditLog as m } from '../messages/console.ts'
import { originNames, resultNames } from './audit-words.ts'

const httpFilters: readonly Filter<QueryKey<typeof audit.list>>[] = [
  { kind: 'text', label: m.operator, exact: 'source', isMain: true, mono: true },
  {
    kind: 'select',
    label: m.result,
    key: 'operation_result',
    isMain: true,
    options: [...resultNames].map(([value, label]) => ({ value, label })),
  },
  { kind: 'text', label: m.path, exact: 'operation_id', mono: true },
  {
    kind: 'select',
    label: m.method,
    key: 'http_method',
    options: auditMethods.map((value) => ({ value, label: value.toUpperCase() })),
  },
  { kind: 'text', label: m.ip, exact: 'source_ip', mono: true },
  { kind: 'number', label: m.statusCode, key: 'http_status_code', min: 100, max: 599 },
]

/** The filters of `GET /audit`. */
export function auditFilters(nodes: readonly Node[]): readonly Filter<QueryKey<typeof audit.list>>[] {
  return [
    { kind: 'date-time', label: m.time, from: 'gte_created_at', to: 'lte_created_at', isMain: true },
    {
      kind: 'select',
      label: m.origin,
      key: 'from',
      isMain: true,
      options: auditOrigins.map((value) => ({ value, label: originNames.get(value) ?? value })),
    },
    ...httpFilters,
    { kind: 'text', label: m.type, exact: 'operation_type', mono: true },
    {
      kind: 'select',
      label: m.node,
      key: 'node',
      isOpenEnded: true,
      options: nodes.map(({ node }) => ({ value: node, label: visibleText(node) })),
    },
    { kind: 'number', label: m.longerThan, key: 'gte_duration_ms', min: 0 },
  ]
}

/** Commands have no user, method, address or result to ask for: for them those filters are neither shown nor used. */
export function withoutHttp(filters: readonly Filter[], values: FilterValues) {
  if (values['from'] !== 'cli' && values['from'] !== 'erlang_console') return { filters, values }
  const hidden = new Set(httpFilters.flatMap(filterKeys))
  return {
    filters: filters.filter((filter) => !httpFilters.some((one) => one === filter)),
    values: Object.fromEntries(Object.entries(values).filter(([key]) => !hidden.has(key))),
  }
}

/** What the link says as the query of the endpoint; what cannot be asked for is not asked for. */
export function auditQuery(values: FilterValues, page: number, limit: number) {
  const parsed = v.safeParse(audit.list.query, { ...values, page, limit })
  return parsed.success ? parsed.output : { page, limit }
}

export function areTimesReversed({ gte_created_at: from, lte_created_at: to }: FilterValues): boolean {
  return from !== undefined && to !== undefined && Date.parse(from) > Date.parse(to)
}
