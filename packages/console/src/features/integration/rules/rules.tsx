import type { ResponseOf } from '@brokerdeck/contract/endpoint.ts'
import { rules as endpoints, type Rule, ruleCounters } from '@brokerdeck/contract/integration/rules.ts'
import { useQuery } from '@tanstack/react-query'
import { to } from '#acting/action.tsx'
import { readSummaries } from '#domain/bridge/read-summaries.ts'
import { formatNumber } from '#i18n/format-number.ts'
import type { SeriesColor } from '#kit/chart/plot-options.ts'
import type { Filter } from '#kit/table/filters/filter.ts'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { pagedList, readEach, readOne } from '#managed/managed-list.ts'
import { type Counts, type ManagedFigures, managedResource } from '#managed/managed-resource.ts'
import { type FilterOf, linkTo, ruleAddress } from '#routes/routes.ts'
import { RelativeTime } from '#ui/relative-time.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { bridgeId, WebhookLink } from '../bridges/bridge-parts.tsx'
import { rules as m } from '../messages/rules.ts'
import { RuleProblems } from './rule-problems.tsx'
import { usedOnlyBy } from './rule-uses.ts'
import { whyOwned } from './why-owned.ts'

const given = ({ id }: Pick<Rule, 'id'>) => ({ params: { id } })

/** None where the broker does not tell: an ID can still be typed. */
function useBridgeIds(kind: 'action' | 'source'): readonly string[] {
  const { data } = useQuery({ ...readSummaries(kind), retry: false })
  return data?.map(bridgeId) ?? []
}

const filters: readonly Filter<FilterOf<'rules'>>[] = [
  { kind: 'text', label: m.member, contains: 'like_id', isMain: true, mono: true },
  { kind: 'text', label: m.from, exact: 'from', contains: 'like_from', isMain: true, mono: true },
  { kind: 'text', label: m.matching, contains: 'match_from', containsWord: m.matches, mono: true },
  {
    kind: 'select',
    label: m.enabled,
    key: 'enable',
    options: [
      { value: 'true', label: m.enabled },
      { value: 'false', label: m.disabled },
    ],
  },
  { kind: 'text', label: m.note, contains: 'like_description' },
  {
    kind: 'text',
    label: m.action,
    exact: 'action',
    mono: true,
    useSuggestions: () => useBridgeIds('action'),
  },
  {
    kind: 'text',
    label: m.dataSource,
    exact: 'source',
    mono: true,
    useSuggestions: () => useBridgeIds('source'),
  },
]

type RuleCounter = (typeof ruleCounters)[number]
type Figures = ResponseOf<typeof endpoints.metrics>

const inList: readonly RuleCounter[] = ['matched', 'passed', 'failed']

const colors = new Map<RuleCounter, SeriesColor>([
  ['matched', 'c1'],
  ['passed', 'c2'],
  ['failed', 'c4'],
  ['actions.failed', 'c3'],
])

/** What a rule counts, in the order in which a message goes through it. */
const ruleMetrics = {
  counters: ruleCounters.map((name) => {
    const color = colors.get(name)
    return {
      name,
      label: m[name],
      definition: m[`${name}.definition`],
      group: name.startsWith('actions.') ? m.actions : m.statement,
      isExtra: !inList.includes(name),
      ...(color === undefined ? {} : { color }),
    }
  }),
  rateDefinition: m.rateDefinition,
  tab: { id: 'statistics' as const, label: m.statistics },
  reset: to(endpoints.resetMetrics, given),
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
  idField: 'id',
  nameOf: ({ id }) => id,
  address: linkTo('rules'),
  list: pagedList(
    endpoints.list,
    ({ page, limit }, values) => ({ query: { page: String(page), limit: String(limit), ...values } }),
    (answer) => answer,
    { filters },
  ),
  columns: [
    'name',
    verbatimColumn('from', m.from, ({ from }: Rule) => from.join(', '), {
      width: 210,
      phone: 'line',
      sortable: true,
    }),
    'enabled',
    'problems',
    'metrics',
    verbatimColumn('description', m.note, ({ description }: Rule) => description, {
      mono: false,
      width: 150,
    }),
    {
      id: 'actions',
      header: m.actions,
      value: ({ actions }) => actions.length,
      cell: ({ actions }) => formatNumber(actions.length),
      align: 'end',
      width: 90,
      sortable: true,
    },
    {
      id: 'created_at',
      header: m.createdAt,
      value: ({ created_at }) => created_at,
      cell: ({ created_at }) => <RelativeTime at={created_at} />,
      width: 110,
      sortable: true,
    },
    {
      id: 'last_modified_at',
      header: m.changed,
      value: ({ last_modified_at }) => last_modified_at,
      cell: ({ last_modified_at }) => <RelativeTime at={last_modified_at} />,
      width: 110,
      sortable: true,
    },
  ],
  columnsKey: 'ruleTableColumns',
  exportName: 'rules',
  words: m,
  ownedBy: whyOwned,
  enable: {
    isOn: ({ enable }) => enable,
    // The broker keeps what is not sent.
    set: (isOn) => to(endpoints.update, (rule) => ({ ...given(rule), body: { enable: isOn } })),
    enabling: m.enabling,
    disabling: m.disabling,
  },
  remove: {
    deed: to(endpoints.remove, given),
    title: m.removeTitle,
    consequence: () => m.removeBody,
    leaves: usedOnlyBy,
  },
  status: { read: readEach(endpoints.metrics, given, figuresOf, { atATime: 4 }), isForSight: true },
  metrics: ruleMetrics,
  problems: (rule, seen) => <RuleProblems rule={rule} seen={seen} />,
  copy: ({ id }) => linkTo('createRule', { action: 'copy', target: id }),
  page: {
    address: (id, tab) => ruleAddress(id, tab),
    read: readOne(
      endpoints.get,
      (id) => given({ id }),
      (rule) => rule,
    ),
    badges: (rule) => <WebhookLink name={rule.id} isOfOne={whyOwned(rule) !== undefined} />,
    summary: ({ description }) => description !== '' && <Verbatim text={description} wrap />,
    tabs: [
      { id: 'settings', label: m.settings },
      { id: 'test', label: m.test },
    ],
    words: m,
  },
})
