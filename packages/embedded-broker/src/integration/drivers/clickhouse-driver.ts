import type { Term, TermMap } from '@brokerdeck/languages/rule-sql/evaluate/term.ts'
import * as v from 'valibot'
import {
  type HttpAnswer,
  type HttpAsk,
  httpConnection,
  parseOrigin,
  toUrlPath,
} from '../../backends/http-resource.ts'
import type { Connection } from '../../backends/resource.ts'
import { valueAt } from '../rules/row-template.ts'
import type { Channel, ChannelSettings, Delivery, Driver, Health, Link, LinkPlace } from './driver.ts'
import { atomWords } from './failure-words.ts'
import { plainValue } from './sql-values.ts'
import { durationShape, parseMilliseconds } from './written-duration.ts'

const connectorShape = v.object({
  url: v.string(),
  database: v.string(),
  username: v.optional(v.string(), ''),
  password: v.optional(v.string(), ''),
  pool_size: v.optional(v.number(), 8),
  connect_timeout: durationShape,
})
type Connector = v.InferOutput<typeof connectorShape>

const actionShape = v.object({
  sql: v.optional(v.string(), `INSERT INTO messages(data, arrived) VALUES ('\${payload}', \${timestamp})`),
  batch_value_separator: v.optional(v.string(), ', '),
  undefined_vars_as_null: v.optional(v.boolean(), false),
})

const usualConnect = 15_000
const longestReason = 300

/** Matches a text, a name, or a sign: the inserted text depends on whether it stands within quotes. */
const parts = /\$\{([^}]*)\}|\\[\s\S]|'|[^$\\']+|\$/g

/** Fills a statement with the values of a row. Text that a device sends is always escaped as a value. */
export function fillSql(template: string, row: TermMap, isNull = false): string {
  let isQuoted = false
  return template.replaceAll(parts, (part: string, name: string | undefined) => {
    if (part === "'") isQuoted = !isQuoted
    return name === undefined ? part : writeTerm(valueAt(name, row), isQuoted, isNull)
  })
}

function writeTerm(term: Term, isQuoted: boolean, isNull: boolean): string {
  if (term === undefined) {
    if (!isQuoted) return isNull ? 'NULL' : "'undefined'"
    return 'undefined'
  }
  const value = plainValue(term)
  if (value === null) return isQuoted ? 'null' : 'NULL'
  if (!isQuoted && (typeof value === 'number' || typeof term === 'bigint')) return String(value)
  if (!isQuoted && typeof value === 'boolean') return value ? '1' : '0'
  const text = String(value).replaceAll(/[\\']/g, '\\$&').replaceAll('\0', '\\0')
  return isQuoted ? text : `'${text}'`
}

/** Splits a statement into `INSERT … VALUES` and the row behind it, which is repeated for each message of a batch. */
function splitSql(sql: string): readonly [head: string, row: string] | undefined {
  const [, head, row] = /^(\s*insert\s+into\s[\s\S]*?\svalues\s*)(\([\s\S]*\))\s*;?\s*$/i.exec(sql) ?? []
  return head === undefined || row === undefined ? undefined : [head, row]
}

const buildRequest = ({ url, database, username, password }: Connector, sql: string): HttpAsk => ({
  method: 'POST',
  path: `${toUrlPath(url).replace(/[?#].*$/, '')}?${new URLSearchParams({ database })}`,
  headers: username === '' ? {} : { 'x-clickhouse-user': username, 'x-clickhouse-key': password },
  body: sql,
})

const formatRefusal = ({ status, body }: HttpAnswer) =>
  `{clickhouse,${status},<<${JSON.stringify(body.trim().slice(0, longestReason))}>>}`

/** Too many parts, too many queries, too little memory, or a timeout: a retry may succeed. */
const passing = /^Code: (?:159|202|209|210|241|242|252|319)\b/

function createChannel(
  connection: Connection<HttpAsk, HttpAnswer>,
  connector: Connector,
  { parameters }: ChannelSettings,
): Channel {
  const action = v.parse(actionShape, parameters)
  const { sql, batch_value_separator: separator, undefined_vars_as_null: isNull } = action
  const insert = splitSql(sql)
  const send = async (statement: string): Promise<Delivery> => {
    try {
      const answer = await connection.ask(buildRequest(connector, statement))
      if (answer.status === 200) return { kind: 'ok' }
      return { kind: passing.test(answer.body) ? 'retry' : 'failed', reason: formatRefusal(answer) }
    } catch (error) {
      return { kind: 'retry', reason: atomWords(error) }
    }
  }
  return {
    async deliver(rows) {
      if (insert !== undefined) {
        const [head, values] = insert
        return send(head + rows.map((row) => fillSql(values, row, isNull)).join(separator))
      }
      for (const row of rows) {
        const delivery = await send(fillSql(sql, row, isNull))
        if (delivery.kind !== 'ok') return delivery
      }
      return { kind: 'ok' }
    },
    render: (row) => ({ sql: fillSql(sql, row, isNull) }),
    close: async () => undefined,
  }
}

async function checkHealth(
  connection: Connection<HttpAsk, HttpAnswer>,
  connector: Connector,
  { resource }: LinkPlace,
): Promise<Health> {
  const toFailedHealth = (reason: string): Health => ({
    status: 'disconnected',
    reason: `{start_pool_failed,<<"${resource}">>,{error,${reason}}}`,
  })
  try {
    const answer = await connection.ask(buildRequest(connector, 'SELECT 1'))
    return answer.status === 200 ? { status: 'connected' } : toFailedHealth(formatRefusal(answer))
  } catch (error) {
    return toFailedHealth(atomWords(error))
  }
}

async function open(document: unknown, place: LinkPlace): Promise<Link> {
  const connector = v.parse(connectorShape, document)
  const origin = parseOrigin(connector.url)
  if (origin === undefined) throw new Error(`not a URL: ${connector.url}`)
  const timeout = parseMilliseconds(connector.connect_timeout, usualConnect)
  const connection = httpConnection({
    origin,
    poolSize: connector.pool_size,
    ssl: undefined,
    connectTimeout: timeout,
    timeout,
    isLongAnswerCut: true,
  })
  return {
    check: () => checkHealth(connection, connector, place),
    channel: async (settings) => createChannel(connection, connector, settings),
    close: () => connection.close(),
  }
}

/** The driver for ClickHouse over its HTTP interface. */
export const clickhouseDriver: Driver = { open }
