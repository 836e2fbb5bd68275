import {
  type ActionMetrics,
  type ActionSummary,
  actionCounters,
  actions as actionEndpoints,
} from '@brokerdeck/contract/integration/actions.ts'
import { sources as sourceEndpoints } from '@brokerdeck/contract/integration/sources.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { action, type Mutation, send } from '#acting/action.tsx'
import { readSummaries } from '#domain/bridge/read-summaries.ts'
import {
  bridgeColumns,
  bridgeFilters,
  matchesBridge,
  WebhookLink,
} from '#features/integration/bridges/bridge-parts.tsx'
import {
  bridgeId,
  bridgeState,
  isOfWebhook,
  problemsFirst,
} from '#features/integration/bridges/bridge-state.ts'
import { bridgeType } from '#features/integration/bridges/catalog/bridge-catalog.ts'
import { interruptionBy } from '#features/integration/bridges/interruption-by.ts'
import { actionHistory, actionCounters as m } from '#features/integration/bridges/messages/action-figures.ts'
import {
  actions as actionWords,
  sources as sourceWords,
} from '#features/integration/bridges/messages/bridges.ts'
import { formatNumber } from '#i18n/format-number.ts'
import type { SeriesColor } from '#kit/chart/plot-options.ts'
import { LinkedNames } from '#kit/linked-names/linked-names.tsx'
import type { Filter } from '#kit/table/filters/filter.ts'
import { visibleText } from '#lib/visible-text.ts'
import {
  makeManagedList,
  queryPerItem,
  type ReadById,
  type ReadOfEach,
  readOne,
} from '#resource/managed-list.ts'
import { declareResource, type ManagedFigures } from '#resource/managed-resource.ts'
import { type Address, type FilterOf, linkTo, ruleAddress } from '#routes/routes.ts'
import { Tag } from '#ui/marks.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { Verbatim } from '#ui/verbatim.tsx'

/** Loaded lazily, because it is only needed on the page of a single action or source. */
const ActionHistory = lazy(async () => ({ default: (await import('./action-history.tsx')).ActionHistory }))

type ActionCounter = (typeof actionCounters)[number]
type Figures = ManagedFigures<ActionCounter>

const toParams = (one: Pick<ActionSummary, 'type' | 'name'>) => ({ params: { id: bridgeId(one) } })
const toStart = (one: ActionSummary) => ({ params: { id: bridgeId(one), operation: 'start' } as const })
const toEnabled = (isOn: boolean) => (one: ActionSummary) => ({
  params: { id: bridgeId(one), enable: isOn ? 'true' : 'false' } as const,
})

const withoutBytes = (figures: ActionMetrics['metrics']) => ({
  ...figures,
  queuing_bytes: figures.queuing_bytes ?? 0,
})

/** Returns what an action or source counted in the cluster and on each node. */
const toActionFigures =
  (kind: 'action' | 'source') =>
  ({ metrics, node_metrics }: ActionMetrics, one: ActionSummary): Figures => ({
    state: bridgeState(one),
    metrics: {
      cluster: withoutBytes(metrics),
      nodes: node_metrics.map(({ node, metrics: counted }) => ({ node, metrics: withoutBytes(counted) })),
      more: <ActionHistory kind={kind} id={bridgeId(one)} counted={node_metrics} />,
    },
  })

const colors = new Map<ActionCounter, SeriesColor>([
  ['matched', 'c1'],
  ['success', 'c2'],
  ['failed', 'c4'],
  ['dropped', 'c3'],
  ['received', 'c1'],
])

const buildCounters = (names: readonly ActionCounter[], inList: readonly ActionCounter[]) =>
  names.map((name) => {
    const color = colors.get(name)
    return {
      name,
      label: m[name],
      definition: m[`${name}.definition`],
      group: toCounterGroup(name),
      isExtra: !inList.includes(name),
      ...(color === undefined ? {} : { color }),
    }
  })

function toCounterGroup(name: ActionCounter): string {
  if (name.startsWith('dropped')) return m.droppedGroup
  return name === 'inflight' || name.startsWith('queuing') ? m.pendingGroup : m.messagesGroup
}

interface Kind {
  readonly address: Address<'actions' | 'sources'>
  readonly exportName: string
  /** The page on which a copy is created. */
  readonly create: 'createAction' | 'createSource'
  readonly words: typeof actionWords
  readonly kind: 'action' | 'source'
  readonly figures: ReadOfEach<ActionSummary, Figures>
  readonly read: ReadById<ActionSummary>
  readonly counters: ReturnType<typeof buildCounters>
  readonly start: Mutation<ActionSummary>
  readonly set: (isOn: boolean) => Mutation<ActionSummary>
  readonly reset: Mutation<ActionSummary>
  readonly remove: Mutation<ActionSummary>
  /** True if deleting the action or source can also remove its name from the rules that use it. */
  readonly isTakenOut: boolean
}

const filters: readonly Filter<FilterOf<'actions' | 'sources'>>[] = [
  ...bridgeFilters,
  { kind: 'text', label: m.rule, contains: 'rule', mono: true },
]

/** Describes actions or sources, which differ in their addresses and words, and in how a deletion affects rules. */
function describeActions(of: Kind) {
  const { words } = of
  const ruleLinks = (one: ActionSummary) => (
    <LinkedNames label={words.usedByRules} ids={one.rules} to={ruleAddress} />
  )
  return declareResource({
    toId: bridgeId,
    idField: 'id',
    formatName: bridgeId,
    address: of.address,
    list: makeManagedList(() => useQuery(readSummaries(of.kind, { pollSeconds: 10 })), problemsFirst, {
      filters,
      matches: (one, values) =>
        matchesBridge(one, values) &&
        (values['rule'] === undefined || one.rules.some((id) => id.includes(values['rule'] ?? ''))),
    }),
    columns: [
      'name',
      bridgeColumns.type,
      bridgeColumns.status,
      bridgeColumns.reason,
      'enabled',
      'metrics',
      {
        id: 'rules',
        header: words.rules,
        value: ({ rules: ids }) => ids.length,
        cell: ({ rules: ids }) => formatNumber(ids.length),
        align: 'end',
        sortable: true,
        width: 80,
      },
      bridgeColumns.description,
      {
        id: 'created_at',
        header: m.created,
        value: ({ created_at }) => created_at,
        cell: ({ created_at }) => <RelativeTime at={created_at} />,
        sortable: true,
        width: 110,
      },
      {
        id: 'last_modified_at',
        header: m.changed,
        value: ({ last_modified_at }) => last_modified_at,
        cell: ({ last_modified_at }) => <RelativeTime at={last_modified_at} />,
        sortable: true,
        width: 110,
      },
    ],
    columnsKey: `${of.exportName}TableColumns`,
    exportName: of.exportName,
    words,
    status: { read: of.figures, isForSight: true },
    metrics: { counters: of.counters, rateDefinition: words.rateDefinition, reset: of.reset },
    ownedBy: (one) => (isOfWebhook(one) ? words.ofWebhook : undefined),
    enable: {
      isOn: ({ enable }) => enable,
      set: of.set,
      enabling: words.enabling,
      disabling: words.disabling,
      interrupts: (one, isOn) => (isOn ? 'nothing' : interruptionBy(one)),
    },
    copy: (one) => linkTo(of.create, { action: 'copy', target: bridgeId(one) }),
    makes: (one) => [
      {
        label: actionHistory.createRule,
        to: linkTo(
          'createRule',
          of.kind === 'action' ? { actionId: bridgeId(one) } : { sourceId: bridgeId(one) },
        ),
      },
    ],
    preview: ({ kind, item }) =>
      (kind === 'disable' || kind === 'remove') && item.rules.length > 0 ? ruleLinks(item) : undefined,
    remove: {
      deed: of.remove,
      interrupts: interruptionBy,
      consequence: (_, kept) => words.removeBody(kept ?? 0),
      // The user has to type the name if rules lose something by the deletion.
      countKept: (one) => Promise.resolve(one.rules.length),
      blocked: (one) =>
        !of.isTakenOut && one.rules.length > 0 ? (
          <>
            <p>{words.removeBlocked}</p>
            {ruleLinks(one)}
          </>
        ) : undefined,
    },
    actions: [
      {
        label: m.reconnect,
        does: action(of.start, {
          findDisabledReason: ({ enable }) => (enable ? undefined : m.whyNoReconnect),
          successMessage: (one) => m.reconnected(visibleText(bridgeId(one), 80)),
        }),
      },
    ],
    page: {
      address: (id, tab) => linkTo(of.kind, { id }, { tab }),
      read: of.read,
      badges: (one) => (
        <>
          <Tag>{bridgeType(one.type).label}</Tag>
          <WebhookLink name={one.name} isOfOne={isOfWebhook(one)} />
        </>
      ),
      summary: ({ description }) => description !== '' && <Verbatim text={description} wrap />,
      tabs: [{ id: 'settings', label: words.settings }],
      words,
    },
  })
}

/** The actions, to which rules hand their results. */
export const actionResource = describeActions({
  address: linkTo('actions'),
  create: 'createAction',
  exportName: 'actions',
  words: actionWords,
  kind: 'action',
  figures: queryPerItem(actionEndpoints.metrics, toParams, toActionFigures('action'), { atATime: 4 }),
  read: readOne(
    actionEndpoints.get,
    (id) => ({ params: { id } }),
    (one) => one,
    { pollSeconds: 5 },
  ),
  counters: buildCounters(
    actionCounters.filter((name) => name !== 'received'),
    ['matched', 'success', 'failed', 'dropped', 'queuing'],
  ),
  start: send(actionEndpoints.start, toStart),
  set: (isOn) => send(actionEndpoints.setEnabled, toEnabled(isOn)),
  reset: send(actionEndpoints.resetMetrics, toParams),
  remove: send(actionEndpoints.remove, (one) => ({
    ...toParams(one),
    query: one.rules.length > 0 ? { also_delete_dep_actions: 'true' } : {},
  })),
  isTakenOut: true,
})

/** The sources, which feed rules with messages from other systems. */
export const sourceResource = describeActions({
  address: linkTo('sources'),
  create: 'createSource',
  exportName: 'sources',
  words: sourceWords,
  kind: 'source',
  figures: queryPerItem(sourceEndpoints.metrics, toParams, toActionFigures('source'), { atATime: 4 }),
  read: readOne(
    sourceEndpoints.get,
    (id) => ({ params: { id } }),
    (one) => one,
    { pollSeconds: 5 },
  ),
  counters: buildCounters(['received'], ['received']),
  start: send(sourceEndpoints.start, toStart),
  set: (isOn) => send(sourceEndpoints.setEnabled, toEnabled(isOn)),
  reset: send(sourceEndpoints.resetMetrics, toParams),
  remove: send(sourceEndpoints.remove, (one) => ({ ...toParams(one), query: {} })),
  isTakenOut: false,
})
