import { createSecureContext } from 'node:tls'
import { parseDuration } from '@brokerdeck/contract/measures.ts'
import type { MongoClient } from 'mongodb'
import * as v from 'valibot'
import { AnswerTooLargeError } from './guards/answer-guard.ts'
import { openMongodbGuard } from './guards/mongodb-guard.ts'
import { NeighbourSockets } from './guards/neighbour-sockets.ts'
import { type Connection, Resource } from './resource.ts'
import type { ResourceServices } from './resource-services.ts'
import { tlsOptions, tlsShape } from './tls-options.ts'

const servers = v.union([v.string(), v.array(v.string())])
const duration = v.optional(v.union([v.string(), v.number()]))
const shape = v.object({
  mongo_type: v.picklist(['single', 'rs', 'sharded']),
  server: v.optional(v.string(), ''),
  servers: v.optional(servers, ''),
  srv_record: v.optional(v.boolean(), false),
  replica_set_name: v.optional(v.string(), ''),
  r_mode: v.optional(v.picklist(['master', 'slave_ok']), 'master'),
  database: v.string(),
  username: v.optional(v.string(), ''),
  password: v.optional(v.string(), ''),
  auth_source: v.optional(v.string(), ''),
  pool_size: v.number(),
  topology: v.optional(
    v.object({
      connect_timeout_ms: duration,
      socket_timeout_ms: duration,
      server_selection_timeout_ms: duration,
    }),
    {},
  ),
  ssl: v.optional(tlsShape),
})
type Document = v.InferOutput<typeof shape>

export interface MongoQuery {
  readonly collection: string
  readonly filter: Readonly<Record<string, unknown>>
  readonly limit?: number
  readonly skip?: number
}
export type MongoAnswer = readonly Readonly<Record<string, unknown>>[]

const usualTimeout = 5000
const parseMilliseconds = (written: string | number | undefined) =>
  (written === undefined ? undefined : parseDuration(written)) ?? usualTimeout

function buildUri(document: Document): string {
  const written = document.mongo_type === 'single' ? document.server : document.servers
  const hosts = typeof written === 'string' ? written.replaceAll(/\s/g, '') : written.join(',')
  return `${document.srv_record ? 'mongodb+srv' : 'mongodb'}://${hosts}/`
}

/** The library has no option for TLS versions, but accepts a secure context that is created with them. */
function encryption({ ssl }: Document) {
  const tls = tlsOptions(ssl)
  if (tls === undefined) return {}
  const { rejectUnauthorized, servername, ...context } = tls
  const name = servername === undefined ? {} : { servername }
  return { tls: true, rejectUnauthorized, secureContext: createSecureContext(context), ...name }
}

/**
 * The maximum of all batches of one response, in bytes and documents: one batch is one message, but the number of
 * batches is unlimited.
 */
const longestAnswer = 16 * 1_048_576
const mostDocuments = 10_000

export interface GuardedMongodb {
  readonly client: MongoClient
  close(): Promise<void>
}

/** Creates the client, which connects with the first request. */
export async function mongodbClient(settings: unknown): Promise<GuardedMongodb> {
  const sockets = new NeighbourSockets({ openGuard: openMongodbGuard, isAskedFirst: true })
  const document = v.parse(shape, settings)
  const { MongoClient } = await import('mongodb')
  const { username, password, topology, mongo_type: type, srv_record: isSrv } = document
  const client = new MongoClient(buildUri(document), {
    lookup: sockets.lookup,
    maxPoolSize: document.pool_size,
    connectTimeoutMS: parseMilliseconds(topology.connect_timeout_ms),
    serverSelectionTimeoutMS: parseMilliseconds(topology.server_selection_timeout_ms),
    directConnection: type === 'single' && !isSrv,
    readPreference: document.r_mode === 'slave_ok' ? 'secondaryPreferred' : 'primary',
    ...(username === '' ? {} : { auth: { username, password } }),
    ...(document.auth_source === '' ? {} : { authSource: document.auth_source }),
    ...(type === 'rs' && document.replica_set_name !== '' ? { replicaSet: document.replica_set_name } : {}),
    ...encryption(document),
  })
  client.on('error', () => undefined)
  return { client, close: () => sockets.closeWith(() => client.close()) }
}

async function connect(document: Document, timeout: number): Promise<Connection<MongoQuery, MongoAnswer>> {
  const { client, close } = await mongodbClient(document)
  const { BSON } = await import('mongodb')
  const database = client.db(document.database)
  return {
    async ask({ collection, filter, limit = 0, skip = 0 }) {
      const found: Readonly<Record<string, unknown>>[] = []
      let length = 0
      // Without the signal, a server that always announces more batches but sends no document would be queried
      // forever.
      const signal = AbortSignal.timeout(timeout)
      for await (const one of database
        .collection(collection)
        .find(filter, { signal })
        .skip(skip)
        .limit(limit)) {
        length += BSON.calculateObjectSize(one)
        if (length > longestAnswer || found.length >= mostDocuments)
          throw new AnswerTooLargeError(`more than ${found.length} documents or ${longestAnswer} bytes`)
        found.push(one)
      }
      return found
    },
    async check() {
      // The library itself does not retry a connection whose first attempt failed.
      await client.connect()
      await database.command({ ping: 1 })
    },
    close,
  }
}

export function openMongodb(
  document: unknown,
  { clock }: ResourceServices,
): Resource<MongoQuery, MongoAnswer> {
  const settings = v.parse(shape, document)
  const timeout = parseMilliseconds(settings.topology.socket_timeout_ms)
  return new Resource({ connect: () => connect(settings, timeout), timeout, clock })
}
