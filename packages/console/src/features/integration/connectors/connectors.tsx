import { type Connector, connectors as endpoints } from '@brokerdeck/contract/integration/connectors.ts'
import { action, to } from '#acting/action.tsx'
import { LinkedNames } from '#kit/linked-names/linked-names.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { readOne, toldByList, wholeList } from '#managed/managed-list.ts'
import { managedResource } from '#managed/managed-resource.ts'
import { integration } from '#routes/integration-routes.ts'
import { Tag } from '#ui/tag.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { bridgeType } from '../bridge-types/bridge-catalog.ts'
import {
  bridgeColumns,
  bridgeFilters,
  bridgeId,
  bridgePath,
  bridgeState,
  isOfWebhook,
  matchesBridge,
  WebhookLink,
} from '../bridges/bridge-parts.tsx'
import { connectors as m } from '../messages/bridges.ts'

const given = (connector: Pick<Connector, 'type' | 'name'>) => ({ params: { id: bridgeId(connector) } })
const { actions, sources, connectors: list } = integration.routes

const isUsed = (connector: Pick<Connector, 'actions' | 'sources'>) =>
  connector.actions.length + connector.sources.length > 0

/** The actions and sources of a connector have its type. */
function UsedBy({ connector }: { readonly connector: Connector }) {
  const { type } = connector
  const idsOf = (names: readonly string[]) => names.map((name) => bridgeId({ type, name }))
  return (
    <>
      <LinkedNames
        label={m.usedByActions}
        ids={idsOf(connector.actions)}
        to={(id) => bridgePath(actions.path, id)}
      />
      <LinkedNames
        label={m.usedBySources}
        ids={idsOf(connector.sources)}
        to={(id) => bridgePath(sources.path, id)}
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

/** Connections to other systems. */
export const connectors = managedResource({
  idOf: bridgeId,
  nameOf: bridgeId,
  path: list.path,
  list: wholeList(endpoints.list, {}, (all) => all, {
    pollSeconds: 10,
    filters: bridgeFilters,
    matches: matchesBridge,
  }),
  columns: [
    'name',
    bridgeColumns.type,
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
    'enabled',
    bridgeColumns.description,
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
  },
  copy: (one) => ({
    to: integration.routes.createConnector.path,
    search: { action: 'copy', target: bridgeId(one) },
  }),
  preview: ({ kind, item }) => (kind === 'disable' && isUsed(item) ? <UsedBy connector={item} /> : undefined),
  remove: {
    deed: to(endpoints.remove, given),
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
    path: (id) => bridgePath(list.path, id),
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
