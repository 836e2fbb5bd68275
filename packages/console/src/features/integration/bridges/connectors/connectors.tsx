import { type Connector, connectors as endpoints } from '@brokerdeck/contract/integration/connectors.ts'
import type { Alarm } from '@brokerdeck/contract/monitoring/alarms.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { action, send } from '#acting/action.tsx'
import { read } from '#api/query.ts'
import { activeAlarmsQuestion } from '#domain/alarm/active-alarms-question.ts'
import {
  bridgeColumns,
  bridgeFilters,
  matchesBridge,
  WebhookLink,
} from '#features/integration/bridges/bridge-parts.tsx'
import {
  type Bridge,
  bridgeId,
  bridgeState,
  isOfWebhook,
  isProblem,
  problemsFirst,
} from '#features/integration/bridges/bridge-state.ts'
import { bridgeType } from '#features/integration/bridges/catalog/bridge-catalog.ts'
import { earliestAlarm } from '#features/integration/bridges/earliest-alarm.ts'
import { interruptionBy } from '#features/integration/bridges/interruption-by.ts'
import { connectors as m } from '#features/integration/bridges/messages/bridges.ts'
import { isPlainObject } from '#kit/form/form-value.ts'
import { LinkedNames } from '#kit/linked-names/linked-names.tsx'
import type { Filter } from '#kit/table/filters/filter.ts'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { visibleText } from '#lib/visible-text.ts'
import {
  fromListItem,
  type ListedItems,
  type ManagedList,
  readOne,
  wholeList,
} from '#resource/managed-list.ts'
import { declareResource } from '#resource/managed-resource.ts'
import { type FilterOf, linkTo } from '#routes/routes.ts'
import { Tag } from '#ui/marks.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { ConnectorPending, ConnectorRate } from './connector-traffic.tsx'

/** The time at which each problem was first seen in this tab: problems without an alarm have no other time. */
const sightings = new Map<string, number>()

/** Records the bridges that fail now, and forgets those that work again or are gone. */
function noteProblems(all: readonly Bridge[], at: number): void {
  const failing = new Set(all.filter(isProblem).map(bridgeId))
  for (const id of [...sightings.keys()]) if (!failing.has(id)) sightings.delete(id)
  for (const id of failing) if (!sightings.has(id)) sightings.set(id, at)
}

/** A connector of the list, with the earliest alarm that the broker raised about it. */
interface ListedConnector extends Connector {
  readonly alarm?: Alarm | undefined
}

/** Returns undefined for a connector that works, and for a connector whose alarm has a time. */
const firstSeen = (one: ListedConnector): string | undefined => {
  const at = one.alarm === undefined ? sightings.get(bridgeId(one)) : undefined
  return at === undefined ? undefined : new Date(at).toISOString()
}

/** Returns undefined for a connector that works. */
const problemSince = (one: ListedConnector): number | undefined => {
  const at = one.alarm?.activate_at ?? firstSeen(one)
  return at === undefined ? undefined : Date.parse(at)
}

/** The same query as on the overview and for the listeners, so that only one request is sent. */
const activeAlarms = read(...activeAlarmsQuestion, { pollSeconds: 10 })

/** Requests the alarms while a connector fails. If the alarms cannot be read, the list is shown without alarms. */
function useAlarms(listed: ListedItems<Connector>): ListedItems<ListedConnector> {
  const { items, query } = listed
  const { data } = useQuery({ ...activeAlarms, enabled: items?.some(isProblem) === true })
  const withAlarm = useMemo(() => {
    const alarmed = (items ?? []).filter(isProblem).map((one): [Connector, ListedConnector] => {
      return [one, { ...one, alarm: earliestAlarm(`connector:${bridgeId(one)}`, data?.data ?? []) }]
    })
    return new Map(alarmed)
  }, [items, data])
  const completeConnectors = (all: readonly Connector[] | undefined) =>
    all?.map((one) => withAlarm.get(one) ?? one)
  return {
    ...listed,
    items: completeConnectors(items),
    query: { ...query, rows: completeConnectors(query.rows) },
  }
}

const toParams = (connector: Pick<Connector, 'type' | 'name'>) => ({ params: { id: bridgeId(connector) } })
const through = {
  action: { to: 'createAction', label: m.createAction, rule: m.createRuleTo },
  source: { to: 'createSource', label: m.createSource, rule: m.createRuleFrom },
} as const

/**
 * Returns the menu entries that create something through a connector: an action, a source, or a rule with one of
 * them.
 */
const makesThrough = (one: Connector) =>
  bridgeType(one.type).directions.flatMap((way) => {
    const { to: page, label, rule } = through[way]
    return [
      { label, to: linkTo(page, { connector: bridgeId(one) }) },
      { label: rule, to: linkTo(page, { connector: bridgeId(one), next: 'rule' }) },
    ]
  })

const isUsed = (connector: Pick<Connector, 'actions' | 'sources'>) =>
  connector.actions.length + connector.sources.length > 0

/** Links to the actions and sources of a connector, which have the same type as the connector. */
function UsedBy({ connector }: { readonly connector: Connector }) {
  const { type } = connector
  const listBridgeIds = (names: readonly string[]) => names.map((name) => bridgeId({ type, name }))
  return (
    <>
      <LinkedNames
        label={m.usedByActions}
        ids={listBridgeIds(connector.actions)}
        to={(id) => linkTo('action', { id })}
      />
      <LinkedNames
        label={m.usedBySources}
        ids={listBridgeIds(connector.sources)}
        to={(id) => linkTo('source', { id })}
      />
    </>
  )
}

/** Reconnects at once instead of at the broker's next attempt. */
const reconnect = action<Connector>(
  send(endpoints.start, (one) => ({ params: { id: bridgeId(one), operation: 'start' as const } })),
  {
    findDisabledReason: ({ enable }) => (enable ? undefined : m.whyNoReconnect),
    successMessage: (one) => m.reconnected(visibleText(bridgeId(one), 80)),
  },
)

/** The settings in which a connector names the system that it reaches; some types keep it in `parameters`. */
const serverKeys = [
  'bootstrap_hosts',
  'servers',
  'server',
  'url',
  'base_url',
  'endpoint',
  'host',
  'account_name',
  'listen',
] as const

/** Returns the server without a user name or password that was entered before the host. */
function findServer({ parameters, ...connector }: Connector): string | undefined {
  const places = [connector, isPlainObject(parameters) ? parameters : {}]
  for (const place of places)
    for (const key of serverKeys) {
      const server = place[key]
      if (typeof server !== 'string' || server === '') continue
      const port = (key === 'host' || key === 'server') && typeof place['port'] === 'number' && place['port']
      return `${server.replace(/^([a-z+]{1,20}:\/\/)[^/?#]*@/i, '$1')}${port === false ? '' : `:${port}`}`
    }
  return undefined
}

function noteConnectors(all: readonly Connector[]): readonly Connector[] {
  noteProblems(all, Date.now())
  return problemsFirst(all)
}

const filters: readonly Filter<FilterOf<'connectors'>>[] = [
  ...bridgeFilters,
  { kind: 'text', label: m.usedBy, contains: 'used', mono: true },
]

const told = wholeList(endpoints.list, {}, noteConnectors, {
  pollSeconds: 10,
  filters,
  matches: (one, values) =>
    matchesBridge(one, values) &&
    (values['used'] === undefined ||
      [...one.actions, ...one.sources].some((name) => name.includes(values['used'] ?? ''))),
})

const list: ManagedList<ListedConnector, FilterOf<'connectors'>> = {
  ...told,
  useItems: (place, values) => useAlarms(told.useItems(place, values)),
}

/** The connections to other systems. */
export const connectorResource = declareResource({
  toId: bridgeId,
  idField: 'id',
  formatName: bridgeId,
  address: linkTo('connectors'),
  list,
  columns: [
    'name',
    bridgeColumns.type,
    verbatimColumn('server', m.server, findServer, { width: 200, phone: 'line', sortable: true }),
    'status',
    'nodes',
    bridgeColumns.reason,
    {
      id: 'used',
      header: m.usedBy,
      value: (one) => one.actions.length + one.sources.length,
      cell: (one) => m.used(one.actions.length, one.sources.length),
      sortable: true,
      width: 160,
    },
    {
      id: 'rate',
      header: m.rate,
      definition: m.rateDefinition,
      value: () => undefined,
      cell: (connector) => <ConnectorRate connector={connector} />,
      fields: [],
      align: 'end',
      width: 110,
    },
    {
      id: 'pending',
      header: m.pending,
      definition: m.pendingDefinition,
      value: () => undefined,
      cell: (connector) => <ConnectorPending connector={connector} />,
      fields: [],
      align: 'end',
      width: 100,
    },
    {
      id: 'since',
      header: m.since,
      definition: m.sinceDefinition,
      value: problemSince,
      cell: (one) => (
        <RelativeTime at={problemSince(one)} {...(one.alarm === undefined ? { phrase: m.firstSeen } : {})} />
      ),
      fields: [
        { id: 'activate_at', value: ({ alarm }) => alarm?.activate_at },
        { id: 'first_seen_at', value: firstSeen },
      ],
      sortable: true,
      width: 150,
    },
    'enabled',
    // If this column were always shown, the menus of the rows would be out of sight.
    { ...bridgeColumns.description, isExtra: true },
  ],
  columnsKey: 'connectorTableColumns',
  exportName: 'connectors',
  words: m,
  status: { read: fromListItem((one: Connector) => ({ state: bridgeState(one) })) },
  ownedBy: (one) => (isOfWebhook(one) ? m.ofWebhook : undefined),
  enable: {
    isOn: ({ enable }) => enable,
    set: (isOn) =>
      send(endpoints.setEnabled, (one) => ({
        params: { id: bridgeId(one), enable: isOn ? ('true' as const) : ('false' as const) },
      })),
    enabling: m.enabling,
    disabling: m.disabling,
    interrupts: (one, isOn) => (isOn ? 'nothing' : interruptionBy(one)),
  },
  copy: (one) => linkTo('createConnector', { action: 'copy', target: bridgeId(one) }),
  makes: makesThrough,
  preview: ({ kind, item }) => (kind === 'disable' && isUsed(item) ? <UsedBy connector={item} /> : undefined),
  remove: {
    deed: send(endpoints.remove, toParams),
    interrupts: interruptionBy,
    consequence: () => m.removeBody,
    blocked: (one) =>
      isUsed(one) ? (
        <>
          <p>{m.removeBlocked}</p>
          <UsedBy connector={one} />
        </>
      ) : undefined,
  },
  actions: [{ label: m.reconnect, does: reconnect }],
  page: {
    address: (id, tab) => linkTo('connector', { id }, { tab }),
    read: readOne(
      endpoints.get,
      (id) => ({ params: { id } }),
      (one) => one,
      { pollSeconds: 5 },
    ),
    badges: (one) => (
      <>
        <Tag>{bridgeType(one.type).label}</Tag>
        <WebhookLink name={one.name} isOfOne={isOfWebhook(one)} />
      </>
    ),
    summary: ({ description }) => description !== '' && <Verbatim text={description} wrap />,
    tabs: [
      { id: 'overview', label: m.overview },
      { id: 'settings', label: m.settings },
    ],
    words: m,
  },
})
