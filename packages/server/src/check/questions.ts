import { contract } from '@brokerdeck/contract/contract.ts'
import type { Endpoint } from '@brokerdeck/contract/endpoint.ts'

export interface Question {
  readonly endpoint: Endpoint
  readonly query: Readonly<Record<string, unknown>>
  /** The console loses a part, not its use, where a broker lacks it. */
  readonly isDispensable: boolean
}

const page = { page: 1, limit: 50 }
const week = { latest: 604_800 }
const hour = { latest: 3_600 }

/** The queries in which the console asks an endpoint, where it asks with any. */
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

const dispensable: readonly Endpoint[] = [
  // Pages are counted instead.
  contract.clients.listByCursor,
  contract.clients.sessionsCount,
  // Shown as not offered by this broker.
  contract.clients.authorizationCache,
  contract.clients.mqueueMessages,
  contract.clients.inflightMessages,
  contract.cluster.topology,
  contract.listeners.status,
  contract.status.get,
  contract.status.errorCodes,
  // Of the Enterprise edition.
  ...Object.values(contract.audit),
  ...Object.values(contract.license),
  ...Object.values(contract.sso),
  ...Object.values(contract.opentelemetry),
  ...Object.values(contract.schemaFigures),
]

/** Every read of the contract: those without parameters first, since they tell what to ask the others about. */
export function allQuestions(): readonly Question[] {
  return (
    Object.values(contract)
      .flatMap((resource): Endpoint[] => Object.values(resource))
      // A download is no question: it may be large, and a backup holds secrets.
      .filter((endpoint) => endpoint.method === 'GET' && endpoint.gives !== 'file')
      // Nor is the way back of a browser, which is only ever sent on.
      .filter((endpoint) => endpoint.response[200] !== undefined)
      .sort((a, b) => parametersOf(a).length - parametersOf(b).length)
      .flatMap((endpoint) =>
        (queries.get(endpoint) ?? [{}]).map((query) => ({
          endpoint,
          query,
          isDispensable: dispensable.includes(endpoint),
        })),
      )
  )
}

function parametersOf(endpoint: Endpoint): readonly string[] {
  return [...endpoint.path.matchAll(/:([a-z_]+)/g)].map((match) => match[1] ?? '')
}
