import type { Socket } from 'node:net'
import { parseDuration } from '@brokerdeck/contract/measures.ts'
import type { Cluster, Redis } from 'ioredis'
import * as v from 'valibot'
import type { NeighbourSockets } from './guards/neighbour-sockets.ts'
import { openRedisSockets, watchStreams } from './guards/redis-streams.ts'
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

/** Requests that cannot be sent at once fail: a connecting client does not wait until a database is reachable again. */
function toOptions({ username, password, database, ssl }: Document, sockets: NeighbourSockets) {
  const tls = tlsOptions(ssl)
  return {
    watchStream: (stream: Socket) => sockets.watch(stream),
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

async function openClient(document: Document, sockets: NeighbourSockets): Promise<Redis | Cluster> {
  const redis = await import('ioredis')
  watchStreams(redis)
  const options = toOptions(document, sockets)
  if (document.redis_type === 'single')
    return new redis.Redis({ ...options, ...parseServer(document.server, usualPort) })
  const list = [...parseServers(document.servers, usualPort)]
  if (document.redis_type === 'sentinel') {
    return new redis.Redis({
      ...options,
      sentinels: list,
      name: document.sentinel,
      sentinelRetryStrategy: () => retryMilliseconds,
      sentinelCommandTimeout: connectTimeout,
      // The list would grow by as many sentinels as any of the sentinels announces.
      updateSentinels: false,
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

/** Settles with the result of the connection attempt in progress, or of the next one. */
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

/**
 * The library cannot leave the mode that these commands start, and an exception on later data would end the process.
 */
const endless = /^(monitor|[ps]?(un)?subscribe)$/i

/** Opens a connection that takes the words of a command as its request, and that reconnects by itself. */
export async function redisConnection(document: unknown, timeoutMs: number): Promise<RedisConnection> {
  const sockets = openRedisSockets()
  const client = await openClient(v.parse(shape, document), sockets)
  // The client keeps reconnecting by itself; errors are reported by the checks.
  client.on('error', () => undefined)
  client.connect().catch(() => undefined)
  let waiting: Promise<void> | undefined
  return {
    async ask([name = '', ...words]) {
      if (endless.test(name.toString())) throw new Error(`${name} is no question`)
      return await sockets.within(timeoutMs, client.call(name.toString(), ...words))
    },
    async check() {
      // A check that timed out keeps waiting, so no second wait is started beside it.
      waiting ??= sockets.within(timeoutMs, readiness(client)).finally(() => {
        waiting = undefined
      })
      await waiting
      await sockets.within(timeoutMs, client.call('PING'))
    },
    async close() {
      client.disconnect()
      sockets.close()
    },
  }
}

/** Opens a resource that takes the words of a command as its request. */
export function openRedis(
  document: unknown,
  { clock }: ResourceServices,
): Resource<readonly string[], unknown> {
  const settings = v.parse(shape, document)
  const timeout = parseDuration(settings.query_timeout) ?? connectTimeout
  return new Resource({ connect: () => redisConnection(document, timeout), timeout, clock })
}
