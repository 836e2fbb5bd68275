import type { QueryKey, ResponseOf } from '@brokerdeck/contract/endpoint.ts'
import { rules as endpoints, type Rule, ruleCounters } from '@brokerdeck/contract/integration/rules.ts'
import { to } from '#acting/action.tsx'
import { formatNumber } from '#i18n/format-number.ts'
import type { Filter } from '#kit/table/filters/filter.ts'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { pagedList, readEach, readOne } from '#managed/managed-list.ts'
import { type Counts, type ManagedFigures, managedResource } from '#managed/managed-resource.ts'
import { integration } from '#routes/integration-routes.ts'
import { RelativeTime } from '#ui/relative-time.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { rules as m } from '../messages/rules.ts'

const given = ({ id }: Pick<Rule, 'id'>) => ({ params: { id } })

const filters: readonly Filter<QueryKey<typeof endpoints.list>>[] = [
  { kind: 'text', label: m.member, contains: 'like_id', isMain: true, mono: true },
]

type RuleCounter = (typeof ruleCounters)[number]
type Figures = ResponseOf<typeof endpoints.metrics>

const inList: readonly RuleCounter[] = ['matched', 'passed', 'failed']

/** What a rule counts, in the order in which a message goes through it. */
const ruleMetrics = {
  counters: ruleCounters.map((name) => ({
    name,
    label: m[name],
    definition: m[`${name}.definition`],
    group: name.startsWith('actions.') ? m.actions : m.statement,
    isExtra: !inList.includes(name),
  })),
  rateDefinition: m.rateDefinition,
  tab: { id: 'statistics', label: m.statistics },
}

function countsOf(metrics: Figures['metrics']): Counts<RuleCounter> {
  return {
    ...metrics,
    rate: metrics['matched.rate'],
    rate_last5m: metrics['matched.rate.last5m'],
    rate_max: metrics['matched.rate.max'],
  }
}

/** What a rule counted in the cluster and on each node; nothing connects it to anything, so it has no state. */
function figuresOf({ metrics, node_metrics }: Figures): ManagedFigures<RuleCounter> {
  return {
    metrics: {
      cluster: countsOf(metrics),
      nodes: node_metrics.map(({ node, metrics: counted }) => ({ node, metrics: countsOf(counted) })),
    },
  }
}

/** What is done with messages and events as they come. */
export const rules = managedResource({
  idOf: ({ id }) => id,
  nameOf: ({ id }) => id,
  path: integration.routes.rules.path,
  list: pagedList(
    endpoints.list,
    ({ page, limit }, values) => ({ query: { page: String(page), limit: String(limit), ...values } }),
    (answer) => answer,
    { filters },
  ),
  columns: [
    'name',
    verbatimColumn('from', m.from, ({ from }: Rule) => from.join(', '), { width: 300, phone: 'line' }),
    'enabled',
    'metrics',
    verbatimColumn('description', m.note, ({ description }: Rule) => description, { width: 240 }),
    {
      id: 'actions',
      header: m.actions,
      value: ({ actions }) => actions.length,
      cell: ({ actions }) => formatNumber(actions.length),
      width: 90,
    },
    {
      id: 'last_modified_at',
      header: m.changed,
      value: ({ last_modified_at }) => last_modified_at,
      cell: ({ last_modified_at }) => <RelativeTime at={last_modified_at} />,
      width: 140,
    },
  ],
  columnsKey: 'ruleTableColumns',
  exportName: 'rules',
  words: m,
  enable: {
    isOn: ({ enable }) => enable,
    // The broker keeps what is not sent.
    set: (isOn) => to(endpoints.update, (rule) => ({ ...given(rule), body: { enable: isOn } })),
    disabling: m.disabling,
  },
  remove: { deed: to(endpoints.remove, given), consequence: () => m.removeBody },
  status: { read: readEach(endpoints.metrics, given, figuresOf) },
  metrics: ruleMetrics,
  page: {
    path: (id) => `${integration.routes.rules.path}/${encodeURIComponent(id)}`,
    read: readOne(
      endpoints.get,
      (id) => given({ id }),
      (rule) => rule,
    ),
    summary: ({ description }) => description !== '' && <Verbatim text={description} wrap />,
    tabs: [{ id: 'settings', label: m.settings }],
    words: m,
  },
})
