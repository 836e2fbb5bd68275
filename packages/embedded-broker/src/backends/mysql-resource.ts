import { parseDuration } from '@brokerdeck/contract/measures.ts'
import type { Pool } from 'mysql2/promise'
import * as v from 'valibot'
import { type Connection, Resource } from './resource.ts'
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

export async function mysqlPool(settings: unknown): Promise<Pool> {
  const document = v.parse(shape, settings)
  const { createPool } = await import('mysql2/promise')
  const tls = tlsOptions(document.ssl)
  return createPool({
    ...parseServer(document.server, 3306),
    database: document.database,
    user: document.username,
    password: document.password,
    connectionLimit: document.pool_size,
    connectTimeout,
    // Hashes are bytes to the database as often as texts; what is neither is of no use here.
    charset: 'utf8mb4',
    ...(tls === undefined ? {} : { ssl: { ...tls } }),
  })
}

async function connect(document: Document): Promise<Connection<SqlQuery, readonly SqlRow[]>> {
  const pool = await mysqlPool(document)
  return {
    async ask({ sql, values }) {
      const [rows] = await pool.execute(sql, [...values])
      return v.parse(rowsSchema, rows)
    },
    async check() {
      await pool.query('SELECT 1')
    },
    close: () => pool.end(),
  }
}

export function openMysql(
  document: unknown,
  { clock }: ResourceServices,
): Resource<SqlQuery, readonly SqlRow[]> {
  const settings = v.parse(shape, document)
  const timeout = parseDuration(settings.query_timeout) ?? connectTimeout
  return new Resource({ connect: () => connect(settings), timeout, clock })
}
