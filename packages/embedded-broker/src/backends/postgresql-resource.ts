import { createHash } from 'node:crypto'
import { Socket } from 'node:net'
import type { Pool } from 'pg'
import * as v from 'valibot'
import { NeighbourSockets } from './guards/neighbour-sockets.ts'
import { openPostgresqlGuard } from './guards/postgresql-guard.ts'
import { type Connection, Resource } from './resource.ts'
import type { ResourceServices } from './resource-services.ts'
import { parseServer } from './server-list.ts'
import type { SqlQuery, SqlRow } from './sql-query.ts'
import { tlsOptions, tlsShape } from './tls-options.ts'

const shape = v.object({
  server: v.string(),
  database: v.string(),
  username: v.string(),
  password: v.optional(v.string(), ''),
  pool_size: v.number(),
  disable_prepared_statements: v.optional(v.boolean(), false),
  ssl: v.optional(tlsShape),
})
type Document = v.InferOutput<typeof shape>

const rowsSchema = v.array(v.record(v.string(), v.unknown()))
const timeout = 5000

/**
 * The maximum time of a query, in milliseconds, so a hanging query does not stay forever; callers may use a shorter
 * timeout.
 */
const longestQuery = 15_000

export interface GuardedPostgresql {
  readonly pool: Pool
  close(): Promise<void>
}

export async function postgresqlPool(settings: unknown): Promise<GuardedPostgresql> {
  const sockets = new NeighbourSockets({ openGuard: openPostgresqlGuard, isAskedFirst: true })
  const document = v.parse(shape, settings)
  const { default: pg } = await import('pg')
  const pool = new pg.Pool({
    ...parseServer(document.server, 5432),
    query_timeout: longestQuery,
    database: document.database,
    user: document.username,
    password: document.password,
    max: document.pool_size,
    connectionTimeoutMillis: timeout,
    allowExitOnIdle: true,
    ssl: tlsOptions(document.ssl) ?? false,
    stream: () => sockets.watch(new Socket()),
  })
  // An idle connection that breaks is replaced with the next request.
  pool.on('error', () => undefined)
  // A connection that breaks while it is borrowed reports the error to its borrower as well as here.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return { pool, close: () => sockets.closeWith(() => pool.end()) }
}

async function connect(document: Document): Promise<Connection<SqlQuery, readonly SqlRow[]>> {
  const { pool, close } = await postgresqlPool(document)
  const toStatementName = (sql: string) => ({ name: createHash('sha1').update(sql).digest('hex') })
  return {
    async ask({ sql, values }) {
      const prepared = document.disable_prepared_statements ? {} : toStatementName(sql)
      const { rows } = await pool.query({ text: sql, values: [...values], ...prepared })
      return v.parse(rowsSchema, rows)
    },
    async check() {
      await pool.query('SELECT 1')
    },
    close,
  }
}

export function openPostgresql(
  document: unknown,
  { clock }: ResourceServices,
): Resource<SqlQuery, readonly SqlRow[]> {
  const settings = v.parse(shape, document)
  return new Resource({ connect: () => connect(settings), timeout, clock })
}
