import { connect as connectSocket } from 'node:net'
import { parseDuration } from '@brokerdeck/contract/measures.ts'
import type { Pool, PoolConnection } from 'mysql2/promise'
import * as v from 'valibot'
import { openMysqlGuard } from './guards/mysql-guard.ts'
import { NeighbourSockets } from './guards/neighbour-sockets.ts'
import { type Connection, Resource, within } from './resource.ts'
import type { ResourceServices } from './resource-services.ts'
import { parseServer } from './server-list.ts'
import type { SqlQuery, SqlRow } from './sql-query.ts'
import { tlsOptions, tlsShape } from './tls-options.ts'

const shape = v.object({
  server: v.string(),
  database: v.string(),
  username: v.optional(v.string(), 'root'),
  password: v.optional(v.string(), ''),
  pool_size: v.number(),
  query_timeout: v.optional(v.union([v.string(), v.number()]), '5s'),
  ssl: v.optional(tlsShape),
})
type Document = v.InferOutput<typeof shape>

const rowsSchema = v.array(v.record(v.string(), v.unknown()))
const connectTimeout = 5000

export interface GuardedMysql {
  readonly pool: Pool
  /**
   * Runs the work with a connection of its own, which is destroyed unless the work succeeds in time or the server
   * returns an error.
   */
  lend<T>(work: (connection: PoolConnection) => Promise<T>, timeoutMs: number): Promise<T>
  close(): Promise<void>
}

/** The shape of errors that the server reports; all other errors concern the connection. */
const refusalShape = v.object({ errno: v.number(), sqlState: v.pipe(v.string(), v.minLength(1)) })

function lendFrom(pool: Pool): GuardedMysql['lend'] {
  return async (work, timeoutMs) => {
    const connection = await within(timeoutMs, pool.getConnection())
    try {
      const made = await within(timeoutMs, work(connection))
      connection.release()
      return made
    } catch (error) {
      if (v.is(refusalShape, error)) connection.release()
      else connection.destroy()
      throw error
    }
  }
}

export async function mysqlPool(settings: unknown): Promise<GuardedMysql> {
  const sockets = new NeighbourSockets({ openGuard: openMysqlGuard, isAskedFirst: true })
  const document = v.parse(shape, settings)
  const { createPool } = await import('mysql2/promise')
  const tls = tlsOptions(document.ssl)
  const server = parseServer(document.server, 3306)
  const pool = createPool({
    ...server,
    stream: () => sockets.watch(connectSocket({ ...server, noDelay: true, keepAlive: true })),
    // Responses are not compiled into functions, and numbers in text results are not parsed: the library trusts their
    // lengths.
    disableEval: true,
    typeCast: false,
    database: document.database,
    user: document.username,
    password: document.password,
    connectionLimit: document.pool_size,
    connectTimeout,
    // Hashes are bytes to the database as often as texts; what is neither is of no use here.
    charset: 'utf8mb4',
    ...(tls === undefined ? {} : { ssl: { ...tls } }),
  })
  return { pool, lend: lendFrom(pool), close: () => sockets.closeWith(() => pool.end()) }
}

async function connect(
  document: Document,
  timeoutMs: number,
): Promise<Connection<SqlQuery, readonly SqlRow[]>> {
  const { lend, close } = await mysqlPool(document)
  return {
    async ask({ sql, values }) {
      const query = { sql, values: [...values], typeCast: true }
      const [rows] = await lend((connection) => connection.execute(query), timeoutMs)
      return v.parse(rowsSchema, rows)
    },
    async check() {
      await lend((connection) => connection.query('SELECT 1'), connectTimeout)
    },
    close,
  }
}

export function openMysql(
  document: unknown,
  { clock }: ResourceServices,
): Resource<SqlQuery, readonly SqlRow[]> {
  const settings = v.parse(shape, document)
  const timeout = parseDuration(settings.query_timeout) ?? connectTimeout
  return new Resource({ connect: () => connect(settings, timeout), timeout, clock })
}
