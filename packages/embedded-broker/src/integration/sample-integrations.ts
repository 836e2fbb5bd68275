import { createServer, type Server } from 'node:http'
import type { BrokerContext } from '../compose/broker-context.ts'
import { readNew } from './connectors/resource-settings.ts'
import type { ResourceKind } from './connectors/resource-store.ts'

/** The rules whose results go to the actions of `addSampleIntegrations`. */
export const sampleIntegrationRules = [
  {
    id: 'sample_post',
    description: 'Posts what is too warm to the receiver of the sample',
    sql: 'SELECT * FROM "sample/alarms/#"',
    actions: ['http:sample_post'],
  },
  {
    id: 'sample_lost',
    description:
      'Posts alerts to a server that is not there, so that one sees what a failing action looks like',
    sql: 'SELECT * FROM "sample/alert"',
    actions: ['http:sample_fails'],
  },
]

/** An address without a server: the port of the discard protocol. */
const nowhere = 'http://127.0.0.1:9'

/** Opens a server that receives requests and discards them. */
async function openReceiver(): Promise<{ readonly server: Server; readonly url: string }> {
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => response.writeHead(204).end())
    request.on('error', () => response.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  // An error of a single connection does not affect the others.
  server.on('error', () => undefined)
  server.unref()
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { server, url: `http://127.0.0.1:${port}` }
}

interface SampleBody {
  readonly type: string
  readonly name: string
  readonly [setting: string]: unknown
}

type SampleWorld = Pick<BrokerContext, 'integrations' | 'edition' | 'log' | 'now'>

/**
 * Adds integrations so that a new user sees a working data flow and a failing one. Resolves to a function that ends
 * them.
 */
export async function addSampleIntegrations(context: SampleWorld): Promise<() => void> {
  const { server, url } = await openReceiver()
  const post = (connector: string) => ({
    connector,
    parameters: {
      path: '/sample',
      method: 'post',
      headers: { 'content-type': 'application/json' },
      body: '${payload}',
    },
  })
  // The port differs after each start.
  await put(context, 'connectors', { type: 'http', name: 'sample_receiver', url, pool_size: 2 })
  await add(context, 'connectors', { type: 'http', name: 'sample_nowhere', url: nowhere, pool_size: 1 })
  await add(context, 'connectors', {
    type: 'mqtt',
    name: 'sample_far',
    server: '127.0.0.1:1883',
    pool_size: 1,
    enable: false,
    description: 'Disabled until it has the address of another broker',
  })
  await add(context, 'actions', { type: 'http', name: 'sample_post', ...post('sample_receiver') })
  await add(context, 'actions', {
    type: 'http',
    name: 'sample_fails',
    ...post('sample_nowhere'),
    resource_opts: { request_ttl: '5s', worker_pool_size: 1 },
  })
  const parameters = { topic: 'sample/#', qos: 1 }
  await add(context, 'sources', {
    type: 'mqtt',
    name: 'sample_far',
    connector: 'sample_far',
    enable: false,
    parameters,
  })
  return () => {
    server.closeAllConnections()
    server.close()
  }
}

/** Adds a resource unless it exists already. */
async function add(context: SampleWorld, kind: ResourceKind, body: SampleBody): Promise<void> {
  const { integrations } = context
  if (integrations[kind].find(`${body.type}:${body.name}`) === undefined) await put(context, kind, body)
}

async function put(
  { integrations, edition, now }: SampleWorld,
  kind: ResourceKind,
  body: object,
): Promise<void> {
  const made = readNew(edition, kind, body, () => undefined)
  await integrations.put(kind, { ...made, createdAt: now(), lastModifiedAt: now() })
}
