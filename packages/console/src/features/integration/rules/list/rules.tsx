import type { ResponseOf } from '@brokerdeck/contract/endpoint.ts'
import { rules as endpoints, type Rule, ruleCounters } from '@brokerdeck/contract/integration/rules.ts'
import type { LoopStep } from '@brokerdeck/languages/rule-sql/republish-loop.ts'
import { useQuery } from '@tanstack/react-query'
import { send } from '#acting/action.tsx'
import { readSummaries } from '#domain/bridge/read-summaries.ts'
import { WebhookLink } from '#features/integration/bridges/bridge-parts.tsx'
import { bridgeId } from '#features/integration/bridges/bridge-state.ts'
import { forgetDryRuns, useDryRunCount } from '#features/integration/rules/live/dry-run-count.ts'
import { ruleActions as actions } from '#features/integration/rules/messages/rule-actions.ts'
import { rules as m } from '#features/integration/rules/messages/rules.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { formatList } from '#i18n/sentences.ts'
import type { SeriesColor } from '#kit/chart/plot-options.ts'
import type { Filter } from '#kit/table/filters/filter.ts'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { createPagedList, queryPerItem, readOne } from '#resource/managed-list.ts'
import { type Counts, declareResource, type ManagedFigures, type Seen } from '#resource/managed-resource.ts'
import { type FilterOf, linkTo, ruleAddress } from '#routes/routes.ts'
import { Tooltip } from '#ui/floating.tsx'
import { Tag } from '#ui/marks.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { DownActions } from './down-actions.tsx'
import { findUsedOnlyBy, useWrongActions } from './rule-uses.ts'
import { useRepublishLoop } from './use-republish-loop.ts'
import { useStatementReasons } from './use-statement-reasons.ts'
import { whyOwned } from './why-owned.ts'

const toParams = ({ id }: Pick<Rule, 'id'>) => ({ params: { id } })

/** Returns an empty list if the broker does not list the bridges: an ID can still be typed. */
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

/** The counters of a rule, in the order in which a message passes through it. */
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
  reset: async (rule: Rule, signal?: AbortSignal) => {
    await send(endpoints.resetMetrics, toParams)(rule, signal)
    forgetDryRuns(rule.id)
  },
}

function toRuleCounts(metrics: Figures['metrics']): Counts<RuleCounter> {
  return {
    ...metrics,
    rate: metrics['matched.rate'],
    rate_last5m: metrics['matched.rate.last5m'],
    rate_max: metrics['matched.rate.max'],
  }
}

/** Tells how many of the failed actions did not really fail: the broker counts actions of a dry run as failed. */
function DryRunNote({ id }: { readonly id: string }) {
  const count = useDryRunCount(id)
  if (count === 0) return null
  return <p className="dim">{m.ofDryRuns(count)}</p>
}

/** Converts the counters of a rule in the cluster and on each node; a rule has no connection, and so no state. */
function toFigures({ id, metrics, node_metrics }: Figures): ManagedFigures<RuleCounter> {
  return {
    metrics: {
      cluster: toRuleCounts(metrics),
      nodes: node_metrics.map(({ node, metrics: counted }) => ({ node, metrics: toRuleCounts(counted) })),
      more: <DryRunNote id={id} />,
    },
  }
}

/** The rules, which process messages and events as they arrive. */
export const ruleResource = declareResource({
  toId: ({ id }) => id,
  idField: 'id',
  formatName: ({ id }) => id,
  address: linkTo('rules'),
  list: createPagedList(
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
    // The broker keeps the properties that the request leaves out.
    set: (isOn) => send(endpoints.update, (rule) => ({ ...toParams(rule), body: { enable: isOn } })),
    enabling: m.enabling,
    disabling: m.disabling,
    interrupts: (_, isOn) => (isOn ? 'nothing' : 'data'),
  },
  remove: {
    deed: send(endpoints.remove, toParams),
    interrupts: ({ enable }) => (enable ? 'data' : 'nothing'),
    title: m.removeTitle,
    consequence: () => m.removeBody,
    leaves: findUsedOnlyBy,
  },
  status: { read: queryPerItem(endpoints.metrics, toParams, toFigures, { atATime: 4 }), isForSight: true },
  metrics: ruleMetrics,
  problems: (rule, seen) => <RuleProblems rule={rule} seen={seen} />,
  copy: ({ id }) => linkTo('createRule', { action: 'copy', target: id }),
  page: {
    address: (id, tab) => ruleAddress(id, tab),
    read: readOne(
      endpoints.get,
      (id) => toParams({ id }),
      (rule) => rule,
    ),
    badges: (rule) => <WebhookLink name={rule.id} isOfOne={whyOwned(rule) !== undefined} />,
    summary: ({ description }) => description !== '' && <Verbatim text={description} wrap />,
    notice: (rule) => <DownActions rule={rule} />,
    tabs: [
      { id: 'settings', label: m.settings },
      { id: 'test', label: m.test },
    ],
    words: m,
  },
})

/** A disabled rule triggers nothing, and rules out of sight cause no requests. */
const noActions: readonly [] = []

const formatLoop = (loop: readonly LoopStep[]) =>
  [...loop.flatMap(({ id, target }) => [id, target]), loop[0]?.id ?? '']
    .map((name) => visibleText(name, 80))
    .join(' → ')

interface Mark {
  readonly tone: 'neutral' | 'warn' | 'bad'
  readonly label: string
  readonly text: string
}

interface RuleProblemsProps {
  readonly rule: Rule
  readonly seen: Seen<'failed.exception' | 'actions.failed' | 'actions.discarded'> | undefined
}

/** Shows why a rule does not work as intended, each reason with its text. */
function RuleProblems({ rule, seen }: RuleProblemsProps) {
  const reasons = useStatementReasons(rule.sql)
  const isWatched = rule.enable && seen !== undefined
  const loop = useRepublishLoop(rule.id, rule.from, isWatched ? rule.actions : noActions)
  const { missing, disabled, down } = useWrongActions(rule, isWatched)
  const formatIds = (ids: readonly string[]) => formatList(ids.map((id) => visibleText(id, 80)))
  const first = seen?.first.metrics?.cluster
  const now = seen?.now.metrics?.cluster
  const grown = (name: 'failed.exception' | 'actions.failed') => (now?.[name] ?? 0) > (first?.[name] ?? 0)
  const marks: readonly (Mark | false)[] = [
    reasons.length > 0 && { tone: 'warn', label: m.sqlProblem, text: reasons.join('\n') },
    loop !== undefined && { tone: 'warn', label: m.loop, text: m.loopText(formatLoop(loop)) },
    grown('failed.exception') && { tone: 'bad', label: m.failing, text: m.failingStatement },
    grown('actions.failed') && { tone: 'bad', label: m.failing, text: m.failingActions },
    missing.length > 0 && { tone: 'bad', label: m.missingAction, text: m.missingText(formatIds(missing)) },
    down.length > 0 && {
      tone: 'bad',
      label: actions.down,
      text: actions.downText(formatIds(down.map(bridgeId))),
    },
    disabled.length > 0 && {
      tone: 'warn',
      label: m.disabledAction,
      text: m.disabledText(formatIds(disabled)),
    },
    (now?.['actions.discarded'] ?? 0) > 0 && { tone: 'warn', label: m.discarding, text: m.discardingText },
    !rule.enable && { tone: 'neutral', label: m.disabled, text: m.disabling },
  ]
  return marks.map(
    (mark) =>
      mark !== false && (
        <Tooltip key={mark.text} label={mark.text} focusable>
          <Tag tone={mark.tone}>{mark.label}</Tag>{' '}
        </Tooltip>
      ),
  )
}
