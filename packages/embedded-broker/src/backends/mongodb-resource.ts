import { parseDuration } from '@brokerdeck/contract/measures.ts'
import type { MongoClient } from 'mongodb'
import * as v from 'valibot'
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
const millisecondsOf = (written: string | number | undefined) =>
  (written === undefined ? undefined : parseDuration(written)) ?? usualTimeout

function uriOf(document: Document): string {
  const written = document.mongo_type === 'single' ? document.server : document.servers
  const hosts = typeof written === 'string' ? written.replaceAll(/\s/g, '') : written.join(',')
  return `${document.srv_record ? 'mongodb+srv' : 'mongodb'}://${hosts}/`
}

/** It connects with the first question. */
export async function mongodbClient(settings: unknown): Promise<MongoClient> {
  const document = v.parse(shape, settings)
  const { MongoClient } = await import('mongodb')
  const { username, password, topology, mongo_type: type, srv_record: isSrv } = document
  const tls = tlsOptions(document.ssl)
  return new MongoClient(uriOf(document), {
    maxPoolSize: document.pool_size,
    connectTimeoutMS: millisecondsOf(topology.connect_timeout_ms),
    serverSelectionTimeoutMS: millisecondsOf(topology.server_selection_timeout_ms),
    directConnection: type === 'single' && !isSrv,
    readPreference: document.r_mode === 'slave_ok' ? 'secondaryPreferred' : 'primary',
    ...(username === '' ? {} : { auth: { username, password } }),
    ...(document.auth_source === '' ? {} : { authSource: document.auth_source }),
    ...(type === 'rs' && document.replica_set_name !== '' ? { replicaSet: document.replica_set_name } : {}),
    ...(tls === undefined ? {} : { ...tls, tls: true }),
  })
}

async function connect(document: Document): Promise<Connection<MongoQuery, MongoAnswer>> {
  const client = await mongodbClient(document)
  const database = client.db(document.database)
  return {
    async ask({ collection, filter, limit = 0, skip = 0 }) {
      return await database.collection(collection).find(filter).skip(skip).limit(limit).toArray()
    },
    async check() {
      // Whoever could not connect at first is not tried again by the library itself.
      await client.connect()
      await database.command({ ping: 1 })
    },
    close: () => client.close(),
  }
}

export function openMongodb(
  document: unknown,
  { clock }: ResourceServices,
): Resource<MongoQuery, MongoAnswer> {
  const settings = v.parse(shape, document)
  const timeout = millisecondsOf(settings.topology.socket_timeout_ms)
  return new Resource({ connect: () => connect(settings), timeout, clock })
}
