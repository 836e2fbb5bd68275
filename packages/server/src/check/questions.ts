import { frameAsks, pageAsks, type ReadName } from '@brokerdeck/console/routes/asks.ts'
import { allRoutes } from '@brokerdeck/console/routes/routes.ts'
import { contract } from '@brokerdeck/contract/contract.ts'
import type { Endpoint } from '@brokerdeck/contract/endpoint.ts'

export interface Question {
  readonly endpoint: Endpoint
  readonly query: Readonly<Record<string, unknown>>
  /** True if the console loses a part but stays usable when a broker lacks the endpoint. */
  readonly isDispensable: boolean
}

const page = { page: 1, limit: 50 }
const week = { latest: 604_800 }
const hour = { latest: 3_600 }

/** The queries that the console sends to an endpoint, for endpoints with queries. */
const queries = new Map<Endpoint, readonly Readonly<Record<string, unknown>>[]>([
  [contract.stats.list, [{}, { aggregate: true }]],
  [contract.metrics.list, [{}, { aggregate: true }]],
  [contract.monitor.history, [hour, week]],
  [contract.monitor.nodeHistory, [hour, week]],
  [
    contract.clients.list,
    [{ limit: 1_000 }, { ...page, like_clientid: 'a' }, { ...page, fields: 'clientid,username,connected' }],
  ],
  [contract.clients.listByCursor, [{ limit: 50 }, { limit: 50, conn_state: 'disconnected' }]],
  [contract.clients.mqueueMessages, [{ limit: 50, payload: 'base64' }]],
  [contract.clients.inflightMessages, [{ limit: 50, payload: 'base64' }]],
  [contract.subscriptions.list, [page, { ...page, match_topic: '#' }]],
  [contract.topics.list, [page]],
  [
    contract.alarms.list,
    [
      { ...page, activated: true },
      { ...page, activated: false },
    ],
  ],
  [contract.banned.list, [page]],
  [contract.status.get, [{}, { format: 'json' }]],
])

/** Endpoints that no page requests; they show what the broker can do. */
const beside: readonly ReadName[] = [
  'clients.sessionsCount',
  'durableQueues.get',
  'fileTransfer.getConfig',
  'gatewayAuthentication.user',
  'gatewayListenerAuthentication.user',
  'listeners.status',
  'loadRebalance.availability',
  'loadRebalance.eviction',
  'loadRebalance.local',
  'nodes.metrics',
  'plugins.getSchema',
  'relup.nodeStatus',
  'stats.list',
  'status.errorCodes',
  'status.get',
  'topics.get',
]

/** Endpoints that are not requested, because they return only a device's response to an earlier request. */
const ofDevices: ReadonlySet<Endpoint> = new Set([contract.gatewayDevices.lookup])

const dispensable: readonly Endpoint[] = [
  // The page counts are used instead.
  contract.clients.listByCursor,
  contract.clients.sessionsCount,
  // The console shows these parts as not offered by the broker.
  contract.clients.authorizationCache,
  contract.clients.mqueueMessages,
  contract.clients.inflightMessages,
  contract.cluster.topology,
  contract.listeners.status,
  contract.status.get,
  contract.status.errorCodes,
  // These endpoints belong to the Enterprise edition, on pages that Community has as well.
  ...Object.values(contract.audit),
  ...Object.values(contract.license),
  ...Object.values(contract.sso),
  ...Object.values(contract.opentelemetry),
  ...Object.values(contract.schemaFigures),
  contract.fileTransfer.getConfig,
  ...Object.values(contract.durableQueues),
  ...Object.values(contract.durableStorage),
  ...Object.values(contract.loadRebalance),
  ...Object.values(contract.relup),
  contract.schemaRegistry.list,
  contract.externalRegistries.list,
  contract.schemaValidations.list,
  contract.messageTransformations.list,
  // These endpoints belong to the Community edition.
  ...Object.values(contract.telemetry),
]

/** Tells whether only pages of the Enterprise edition request the endpoint. */
function isOfEnterprise(name: string): boolean {
  const askers = allRoutes().filter(([, { asks }]) => asks.some((one) => one === name))
  return askers.length > 0 && askers.every(([, { isEnterprise }]) => isEnterprise === true)
}

/**
 * Returns all requests that the console reads with, as its pages declare them. Endpoints without parameters come
 * first, because their responses give the parameters of the others.
 */
export function allQuestions(): readonly Question[] {
  const asked = new Set<string>([
    ...frameAsks,
    ...beside,
    ...Object.values(pageAsks).flatMap(({ asks }) => asks),
  ])
  return (
    Object.entries(contract)
      .flatMap(([resource, endpoints]) =>
        Object.entries(endpoints).map(([name, endpoint]: readonly [string, Endpoint]) => ({
          name: `${resource}.${name}`,
          endpoint,
        })),
      )
      .filter(({ name }) => asked.has(name))
      // Downloads are left out, because they may be large and a backup contains secrets.
      .filter(({ endpoint }) => endpoint.gives !== 'file' && !ofDevices.has(endpoint))
      .sort((a, b) => listParameters(a.endpoint).length - listParameters(b.endpoint).length)
      .flatMap(({ name, endpoint }) =>
        (queries.get(endpoint) ?? [{}]).map((query) => ({
          endpoint,
          query,
          isDispensable: dispensable.includes(endpoint) || isOfEnterprise(name),
        })),
      )
  )
}

function listParameters(endpoint: Endpoint): readonly string[] {
  return [...endpoint.path.matchAll(/:([a-z_]+)/g)].map((match) => match[1] ?? '')
}
