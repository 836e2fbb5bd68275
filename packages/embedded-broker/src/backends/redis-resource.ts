import { parseDuration } from '@brokerdeck/contract/measures.ts'
import type { Cluster, Redis } from 'ioredis'
import * as v from 'valibot'
import { type Connection, Resource } from './resource.ts'
import type { ResourceServices } from './resource-services.ts'
import { parseServer, parseServers } from './server-list.ts'
import { tlsOptions, tlsShape } from './tls-options.ts'

const servers = v.union([v.string(), v.array(v.string())])
const shape = v.object({
  redis_type: v.picklist(['single', 'sentinel', 'cluster']),
  server: v.optional(v.string(), ''),
  servers: v.optional(servers, ''),
  sentinel: v.optional(v.string(), ''),
  database: v.optional(v.number(), 0),
  username: v.optional(v.string()),
  password: v.optional(v.string()),
  query_timeout: v.optional(v.union([v.string(), v.number()]), '5s'),
  ssl: v.optional(tlsShape),
})
type Document = v.InferOutput<typeof shape>

const usualPort = 6379
const connectTimeout = 3000
const retryMilliseconds = 1000

/** Questions that cannot be asked at once fail: a client that connects does not wait for a database to come back. */
function optionsOf({ username, password, database, ssl }: Document) {
  const tls = tlsOptions(ssl)
  return {
    db: database,
    lazyConnect: true,
    connectTimeout,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: () => retryMilliseconds,
    ...(username === undefined || username === '' ? {} : { username }),
    ...(password === undefined || password === '' ? {} : { password }),
    ...(tls === undefined ? {} : { tls }),
  }
}

async function clientOf(document: Document): Promise<Redis | Cluster> {
  const redis = await import('ioredis')
  const options = optionsOf(document)
  if (document.redis_type === 'single')
    return new redis.Redis({ ...options, ...parseServer(document.server, usualPort) })
  const list = [...parseServers(document.servers, usualPort)]
  if (document.redis_type === 'sentinel') {
    return new redis.Redis({
      ...options,
      sentinels: list,
      name: document.sentinel,
      sentinelRetryStrategy: () => retryMilliseconds,
    })
  }
  const { lazyConnect, enableOfflineQueue, ...redisOptions } = options
  return new redis.Cluster(list, {
    lazyConnect,
    enableOfflineQueue,
    redisOptions,
    clusterRetryStrategy: () => retryMilliseconds,
  })
}

/** How the attempt ends that is under way, or the next. */
function readiness(client: Redis | Cluster): Promise<void> {
  if (client.status === 'ready') return Promise.resolve()
  return new Promise((resolve, reject) => {
    const forget = () => client.off('ready', onReady).off('error', onError)
    const onReady = () => {
      forget()
      resolve()
    }
    const onError = (error: Error) => {
      forget()
      reject(error)
    }
    client.on('ready', onReady).on('error', onError)
  })
}

export type RedisConnection = Connection<readonly (string | Buffer)[], unknown>

/** Asked with the words of a command; it goes on connecting by itself. */
export async function redisConnection(document: unknown): Promise<RedisConnection> {
  const client = await clientOf(v.parse(shape, document))
  // It goes on trying by itself; what is wrong is asked for by the checks.
  client.on('error', () => undefined)
  client.connect().catch(() => undefined)
  let waiting: Promise<void> | undefined
  return {
    ask: ([name = '', ...words]) => client.call(name.toString(), ...words),
    async check() {
      // A check that was given up waits on: there is no need of another beside it.
      waiting ??= readiness(client).finally(() => {
        waiting = undefined
      })
      await waiting
      await client.call('PING')
    },
    async close() {
      client.disconnect()
    },
  }
}

/** Asked with the words of a command. */
export function openRedis(
  document: unknown,
  { clock }: ResourceServices,
): Resource<readonly string[], unknown> {
  const settings = v.parse(shape, document)
  const timeout = parseDuration(settings.query_timeout) ?? connectTimeout
  return new Resource({ connect: () => redisConnection(document), timeout, clock })
}
