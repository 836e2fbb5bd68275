import { type Connector, connectors as endpoints } from '@brokerdeck/contract/integration/connectors.ts'
import { action, to } from '#acting/action.tsx'
import { bridgeType } from '#features/integration/bridge-types/bridge-catalog.ts'
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
import { connectors as m } from '#features/integration/messages/bridges.ts'
import { isPlainObject } from '#kit/form/form-value.ts'
import { LinkedNames } from '#kit/linked-names/linked-names.tsx'
import type { Filter } from '#kit/table/filters/filter.ts'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { readOne, toldByList, wholeList } from '#managed/managed-list.ts'
import { managedResource } from '#managed/managed-resource.ts'
import { type FilterOf, linkTo } from '#routes/routes.ts'
import { Tag } from '#ui/marks.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { ConnectorPending, ConnectorRate } from './connector-traffic.tsx'

/** When each problem was first seen in this tab: the API gives no time. */
const sightings = new Map<string, number>()

/** Takes note of what fails now, and forgets what works again or is gone. */
function noteProblems(all: readonly Bridge[], at: number): void {
  const failing = new Set(all.filter(isProblem).map(bridgeId))
  for (const id of [...sightings.keys()]) if (!failing.has(id)) sightings.delete(id)
  for (const id of failing) if (!sightings.has(id)) sightings.set(id, at)
}

/** Undefined for what works. */
const problemSince = (one: Bridge): number | undefined => sightings.get(bridgeId(one))

const given = (connector: Pick<Connector, 'type' | 'name'>) => ({ params: { id: bridgeId(connector) } })
const through = {
  action: { to: 'createAction', label: m.createAction, rule: m.createRuleTo },
  source: { to: 'createSource', label: m.createSource, rule: m.createRuleFrom },
} as const

/** What goes through a connector is made with it: an action, a source, and a rule with either. */
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

const stoppedWith = (one: Connector) => (one.enable && isUsed(one) ? 'data' : 'nothing')

/** The actions and sources of a connector have its type. */
function UsedBy({ connector }: { readonly connector: Connector }) {
  const { type } = connector
  const idsOf = (names: readonly string[]) => names.map((name) => bridgeId({ type, name }))
  return (
    <>
      <LinkedNames
        label={m.usedByActions}
        ids={idsOf(connector.actions)}
        to={(id) => linkTo('action', { id })}
      />
      <LinkedNames
        label={m.usedBySources}
        ids={idsOf(connector.sources)}
        to={(id) => linkTo('source', { id })}
      />
    </>
  )
}

/** Connects anew at once, instead of at the next attempt of the broker. */
const reconnect = action<Connector>(
  to(endpoints.start, (one) => ({ params: { id: bridgeId(one), operation: 'start' as const } })),
  {
    whyNot: ({ enable }) => (enable ? undefined : m.whyNoReconnect),
    told: (one) => m.reconnected(visibleText(bridgeId(one), 80)),
  },
)

/** Where a connector says which system it reaches; some types keep it with their other parameters. */
const serverKeys = [
  ...['bootstrap_hosts', 'servers', 'server', 'url', 'base_url', 'endpoint', 'host', 'account_name'],
  'listen',
] as const

/** Without a name or password that somebody wrote before the host. */
function serverOf({ parameters, ...connector }: Connector): string | undefined {
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

function noted(all: readonly Connector[]): readonly Connector[] {
  noteProblems(all, Date.now())
  return problemsFirst(all)
}

const filters: readonly Filter<FilterOf<'connectors'>>[] = [
  ...bridgeFilters,
  { kind: 'text', label: m.usedBy, contains: 'used', mono: true },
]

/** Connections to other systems. */
export const connectors = managedResource({
  idOf: bridgeId,
  idField: 'id',
  nameOf: bridgeId,
  address: linkTo('connectors'),
  list: wholeList(endpoints.list, {}, noted, {
    pollSeconds: 10,
    filters,
    matches: (one, values) =>
      matchesBridge(one, values) &&
      (values['used'] === undefined ||
        [...one.actions, ...one.sources].some((name) => name.includes(values['used'] ?? ''))),
  }),
  columns: [
    'name',
    bridgeColumns.type,
    verbatimColumn('server', m.server, serverOf, { width: 200, phone: 'line', sortable: true }),
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
      cell: (one) => <RelativeTime at={problemSince(one)} />,
      fields: [],
      sortable: true,
      width: 130,
    },
    'enabled',
    // With it the menus of the rows would be out of sight.
    { ...bridgeColumns.description, isExtra: true },
  ],
  columnsKey: 'connectorTableColumns',
  exportName: 'connectors',
  words: m,
  status: { read: toldByList((one: Connector) => ({ state: bridgeState(one) })) },
  ownedBy: (one) => (isOfWebhook(one) ? m.ofWebhook : undefined),
  enable: {
    isOn: ({ enable }) => enable,
    set: (isOn) =>
      to(endpoints.setEnabled, (one) => ({
        params: { id: bridgeId(one), enable: isOn ? ('true' as const) : ('false' as const) },
      })),
    enabling: m.enabling,
    disabling: m.disabling,
    interrupts: (one, isOn) => (isOn ? 'nothing' : stoppedWith(one)),
  },
  copy: (one) => linkTo('createConnector', { action: 'copy', target: bridgeId(one) }),
  makes: makesThrough,
  preview: ({ kind, item }) => (kind === 'disable' && isUsed(item) ? <UsedBy connector={item} /> : undefined),
  remove: {
    deed: to(endpoints.remove, given),
    interrupts: stoppedWith,
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
