import type { QueryKey } from '@brokerdeck/contract/endpoint.ts'
import {
  gatewayClients as endpoints,
  type GatewayClient,
} from '@brokerdeck/contract/extensions/gateways/gateway-clients.ts'
import type { GatewayKind } from '@brokerdeck/contract/extensions/gateways/gateway-settings.ts'
import type { Node } from '@brokerdeck/contract/monitoring/nodes.ts'
import { action, send, tellCount } from '#acting/action.tsx'
import { coapRequests, objects } from '#features/extensions/messages/gateway-devices.ts'
import { gatewayClients as m } from '#features/extensions/messages/gateways.ts'
import type { Filter, FilterValues } from '#kit/table/filters/filter.ts'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { createPagedList, readOne } from '#resource/managed-list.ts'
import { declareResource } from '#resource/managed-resource.ts'
import { linkTo } from '#routes/routes.ts'
import { RelativeTime } from '#ui/relative-time.tsx'
import { Status } from '#ui/status.tsx'
import { gatewayNames } from './gateways.tsx'

const isLwm2m = (name: GatewayKind) => name === 'lwm2m'
const formatClientId = ({ clientid }: GatewayClient) => visibleText(clientid, 80)

const endpointColumn = verbatimColumn(
  'endpoint_name',
  m.endpoint,
  ({ endpoint_name }: GatewayClient) => endpoint_name,
  { width: 160 },
)

const buildFilters = (
  name: GatewayKind,
  nodes: readonly Node[],
): readonly Filter<QueryKey<typeof endpoints.list>>[] => [
  { kind: 'text', label: m.clientId, exact: 'clientid', contains: 'like_clientid', isMain: true, mono: true },
  ...(isLwm2m(name)
    ? ([
        {
          kind: 'text',
          label: m.endpoint,
          exact: 'endpoint_name',
          contains: 'like_endpoint_name',
          isMain: true,
        },
        { kind: 'number', label: m.lifetimeFrom, key: 'gte_lifetime', min: 0 },
        { kind: 'number', label: m.lifetimeTo, key: 'lte_lifetime', min: 0 },
      ] as const)
    : []),
  // An LwM2M client is mostly searched for by the name of its endpoint, so the username is not a main filter there.
  {
    kind: 'text',
    label: m.username,
    exact: 'username',
    contains: 'like_username',
    isMain: !isLwm2m(name),
  },
  { kind: 'text', label: m.ip, exact: 'ip_address', isMain: true, mono: true },
  {
    kind: 'select',
    label: m.node,
    key: 'node',
    isOpenEnded: true,
    options: nodes.map(({ node }) => ({ value: node, label: visibleText(node) })),
  },
  {
    kind: 'select',
    label: m.state,
    key: 'conn_state',
    options: [
      { value: 'connected', label: m.connected },
      { value: 'disconnected', label: m.disconnected },
    ],
  },
  { kind: 'text', label: m.protocolVersion, exact: 'proto_ver' },
  {
    kind: 'select',
    label: m.cleanStart,
    key: 'clean_start',
    options: [
      { value: 'true', label: m.yes },
      { value: 'false', label: m.no },
    ],
  },
  { kind: 'date-time', label: m.connectedAt, from: 'gte_connected_at', to: 'lte_connected_at' },
  { kind: 'date-time', label: m.createdAt, from: 'gte_created_at', to: 'lte_created_at' },
]

const moments = ['gte_created_at', 'lte_created_at', 'gte_connected_at', 'lte_connected_at'] as const

/** Converts the filters to the query of the endpoint. */
function toQuery({ clean_start, gte_lifetime, lte_lifetime, ...values }: FilterValues) {
  const times: Record<string, number> = {}
  const others: Record<string, string> = {}
  for (const [key, value] of Object.entries(values))
    if (moments.some((one) => one === key)) times[key] = Date.parse(value)
    else others[key] = value
  return {
    ...others,
    ...times,
    ...(clean_start === undefined ? {} : { clean_start: clean_start === 'true' }),
    ...(gte_lifetime === undefined ? {} : { gte_lifetime: Number(gte_lifetime) }),
    ...(lte_lifetime === undefined ? {} : { lte_lifetime: Number(lte_lifetime) }),
  }
}

/** Describes the clients of one gateway; they are not listed among the MQTT clients. */
export const createGatewayClientResource = (name: GatewayKind, nodes: readonly Node[] = []) => {
  const toParams = ({ clientid }: GatewayClient) => ({ params: { name, clientid } })
  const filters = buildFilters(name, nodes)
  return declareResource({
    toId: ({ clientid }) => clientid,
    formatName: formatClientId,
    address: linkTo('gateway', { name }, { tab: 'clients' }),
    list: createPagedList(
      endpoints.list,
      (place, values) => ({ params: { name }, query: { ...place, ...toQuery(values) } }),
      (answer) => answer,
      { filters },
    ),
    columns: [
      'name',
      ...(isLwm2m(name) ? [endpointColumn] : []),
      isLwm2m(name)
        ? {
            id: 'lifetime',
            header: m.lifetime,
            value: ({ lifetime }: GatewayClient) => lifetime,
            cell: ({ lifetime }: GatewayClient) => lifetime,
            width: 100,
          }
        : verbatimColumn('username', m.username, ({ username }: GatewayClient) => username, { width: 160 }),
      {
        id: 'connected',
        header: m.state,
        value: ({ connected }) => connected,
        cell: ({ connected }) => (
          <Status kind={connected ? 'ok' : 'off'}>{connected ? m.connected : m.disconnected}</Status>
        ),
        width: 130,
        phone: 'status',
      },
      verbatimColumn('address', m.address, ({ ip_address, port }: GatewayClient) => `${ip_address}:${port}`, {
        width: 180,
        phone: 'pair',
      }),
      verbatimColumn('node', m.node, ({ node }: GatewayClient) => node, { width: 160, phone: 'line' }),
      {
        id: 'connected_at',
        header: m.connectedAt,
        value: ({ connected_at }) => connected_at,
        cell: ({ connected_at }) => <RelativeTime at={connected_at} />,
        width: 150,
      },
    ],
    exportName: `${name}-clients`,
    words: { ...m, title: gatewayNames[name] },
    actions: [
      {
        label: m.kick,
        danger: true,
        takesAway: true,
        doesMany: action(send(endpoints.kick, toParams), {
          takesAway: true,
          formatName: formatClientId,
          ask: (items, only) => ({
            title: only === undefined ? tellCount(items, m.kickTitle) : m.kickOneTitle(formatClientId(only)),
            body: m.kickBody,
            action: m.kickAction,
            interrupts: 'connections',
          }),
          successMessage: (count, shown, only) =>
            only === undefined ? m.kicked(count, shown) : m.kickedOne(formatClientId(only)),
        }),
      },
    ],
    page: {
      address: (clientid, tab) => linkTo('gatewayClient', { name, clientid }, { tab }),
      isMono: true,
      read: readOne(
        endpoints.get,
        (clientid) => ({ params: { name, clientid } }),
        (client) => client,
        { pollSeconds: 5 },
      ),
      tabs: [
        { id: 'objects', label: objects.title, when: () => isLwm2m(name) },
        { id: 'requests', label: coapRequests.title, when: () => name === 'coap' },
        { id: 'subscriptions', label: m.subscriptions },
        { id: 'details', label: m.details },
      ],
      words: m,
    },
  })
}
