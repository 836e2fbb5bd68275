import { parseSql } from '@brokerdeck/languages/access-rules/sql-template.ts'
import type { TermMap } from '@brokerdeck/languages/rule-sql/evaluate/term.ts'
import * as v from 'valibot'
import { type GuardedMysql, mysqlPool } from '../../backends/mysql-resource.ts'
import { parseServer } from '../../backends/server-list.ts'
import type { Channel, ChannelSettings, Delivery, Driver, Health, Link, LinkPlace } from './driver.ts'
import { atomWords } from './failure-words.ts'
import { sqlValues, toTraceableStatement } from './sql-values.ts'

const connectorShape = v.object({
  server: v.string(),
  database: v.string(),
  username: v.optional(v.string(), 'root'),
})
const usualSql =
  'insert into t_mqtt_msg(msgid, topic, qos, payload, arrived) values (${id}, ${topic}, ${qos}, ${payload}, FROM_UNIXTIME(${timestamp}/1000))'
const actionShape = v.object({
  sql: v.optional(v.string(), usualSql),
  undefined_vars_as_null: v.optional(v.boolean(), false),
})

/** The shape of errors of the server itself; any other error concerns the connection. */
const refusalShape = v.object({ errno: v.number(), sqlState: v.string(), sqlMessage: v.string() })

function findRefusal(error: unknown) {
  const read = v.safeParse(refusalShape, error)
  return read.success && read.output.sqlState !== '' ? read.output : undefined
}

const binary = (text: string) => `<<${JSON.stringify(text)}>>`

function toCause(error: unknown): string {
  const refusal = findRefusal(error)
  if (refusal === undefined) return atomWords(error)
  return `{${refusal.errno},${binary(refusal.sqlState)},${binary(refusal.sqlMessage)}}`
}

/** Temporary errors: too many connections, shutdown, lock timeout, deadlock, read-only, disk full. */
const passing = new Set([1021, 1040, 1053, 1077, 1203, 1205, 1213, 1226, 1290])
const noSuchTable = 1146
const longestCheckMs = 5000

function isPassing(error: unknown): boolean {
  const refusal = findRefusal(error)
  return refusal === undefined || passing.has(refusal.errno)
}

function statementHealth(error: unknown): Health {
  if (isPassing(error)) return { status: 'disconnected', reason: toCause(error) }
  const reason = findRefusal(error)?.errno === noSuchTable ? 'undefined_table' : toCause(error)
  return { status: 'disconnected', reason: `{unhealthy_target,${reason}}`, isUnhealthyTarget: true }
}

const toDelivery = (error: unknown): Delivery => ({
  kind: isPassing(error) ? 'retry' : 'failed',
  reason: toCause(error),
})

function createChannel({ lend }: GuardedMysql, { parameters, timeout }: ChannelSettings): Channel {
  const { sql, undefined_vars_as_null: isNull } = v.parse(actionShape, parameters)
  const statement = parseSql(sql, 'mysql', () => true)
  const query = (row: TermMap) => ({
    sql: statement.sql,
    values: [...sqlValues(statement, row, isNull ? null : 'undefined')],
    typeCast: true,
  })
  /**
   * Inserts all rows or none: rows that are retried must not be inserted twice. A transaction ends with its
   * connection.
   */
  const together = async (rows: readonly TermMap[]) => {
    await lend(async (connection) => {
      try {
        await connection.beginTransaction()
        for (const row of rows) await connection.execute(query(row))
        await connection.commit()
      } catch (error) {
        connection.destroy()
        throw error
      }
    }, timeout)
  }
  return {
    render: (row) =>
      toTraceableStatement(statement.sql, sqlValues(statement, row, isNull ? null : 'undefined')),
    async deliver(rows) {
      const [first] = rows
      try {
        if (rows.length === 1 && first !== undefined)
          await lend((connection) => connection.execute(query(first)), timeout)
        else await together(rows)
        return { kind: 'ok' }
      } catch (error) {
        return toDelivery(error)
      }
    },
    async check() {
      try {
        await lend(async (connection) => {
          await connection.prepare(statement.sql)
          connection.unprepare(statement.sql)
        }, longestCheckMs)
        return { status: 'connected' }
      } catch (error) {
        return statementHealth(error)
      }
    },
    close: async () => undefined,
  }
}

async function open(document: unknown, { resource }: LinkPlace): Promise<Link> {
  const { server, database, username } = v.parse(connectorShape, document)
  const { host, port } = parseServer(server, 3306)
  const guarded = await mysqlPool(document)
  const place = `database => ${binary(database)},host => ${JSON.stringify(host)},port => ${port},user => ${binary(username)}`
  return {
    async check() {
      try {
        await guarded.lend((connection) => connection.query('SELECT 1'), longestCheckMs)
        return { status: 'connected' }
      } catch (error) {
        const reason = `{start_pool_failed,${binary(resource)},{shutdown,#{cause => ${toCause(error)},${place}}}}`
        return { status: 'disconnected', reason }
      }
    },
    channel: async (settings) => createChannel(guarded, settings),
    close: () => guarded.close(),
  }
}

export const mysqlDriver: Driver = { open }
