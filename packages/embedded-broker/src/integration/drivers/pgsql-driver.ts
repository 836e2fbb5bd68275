import { createHash } from 'node:crypto'
import { parseSql } from '@brokerdeck/languages/access-rules/sql-template.ts'
import type { TermMap } from '@brokerdeck/languages/rule-sql/evaluate/term.ts'
import type { Pool } from 'pg'
import * as v from 'valibot'
import { postgresqlPool } from '../../backends/postgresql-resource.ts'
import type { Channel, Delivery, Driver, Health, Link, LinkPlace } from './driver.ts'
import { atomWords } from './failure-words.ts'
import { sqlValues, toTraceableStatement } from './sql-values.ts'

const connectorShape = v.object({ disable_prepared_statements: v.optional(v.boolean(), false) })
const usualSql =
  'insert into t_mqtt_msg(msgid, topic, qos, payload, arrived) values (${id}, ${topic}, ${qos}, ${payload}, TO_TIMESTAMP((${timestamp} :: bigint)/1000))'
const actionShape = v.object({ sql: v.optional(v.string(), usualSql) })

/** The names that the Erlang client uses for common errors. */
const names: Readonly<Record<string, string>> = {
  '23502': 'not_null_violation',
  '23503': 'foreign_key_violation',
  '23505': 'unique_violation',
  '22001': 'string_data_right_truncation',
  '22P02': 'invalid_text_representation',
  '28000': 'invalid_authorization_specification',
  '28P01': 'invalid_password',
  '3D000': 'invalid_catalog_name',
  '42501': 'insufficient_privilege',
  '42601': 'syntax_error',
  '42703': 'undefined_column',
  '42804': 'datatype_mismatch',
  '42P01': 'undefined_table',
  '53300': 'too_many_connections',
  '57P01': 'admin_shutdown',
  '57P03': 'cannot_connect_now',
}

const toErrorName = (code: string) => names[code] ?? `'${code}'`

const binary = (text: string | undefined) => `<<${JSON.stringify(text ?? '')}>>`

/** The shape of errors of the server itself; any other error concerns the connection. */
const refusalShape = v.object({
  code: v.pipe(v.string(), v.regex(/^[0-9A-Z]{5}$/)),
  severity: v.string(),
  message: v.string(),
  file: v.optional(v.string()),
  line: v.optional(v.string()),
  routine: v.optional(v.string()),
})

function toRefusal(error: unknown) {
  const read = v.safeParse(refusalShape, error)
  return read.success ? read.output : undefined
}

const describeFailure = (code: string, severity: string) =>
  `#{error_code => ${binary(code)},error_codename => ${toErrorName(code)},severity => ${severity.toLowerCase()}}`

/** Returns the reason why no connection of the pool opens. */
function linkReason(error: unknown, resource: string): string {
  const refusal = toRefusal(error)
  const formatFailure = (reason: string) => `{start_pool_failed,${binary(resource)},${reason}}`
  if (refusal === undefined) return formatFailure(atomWords(error))
  const { code, severity, message, file, line, routine } = refusal
  if (code === '28P01') return formatFailure('invalid_password')
  const place = `[{file,${binary(file)}},{line,${binary(line)}},{routine,${binary(routine)}},{severity,${binary(severity)}}]`
  return formatFailure(`{error,fatal,${binary(code)},${toErrorName(code)},${binary(message)},${place}}`)
}

/** Returns the health for an error of a statement; waiting does not fix an invalid statement. */
function statementHealth(error: unknown): Health {
  const refusal = toRefusal(error)
  if (refusal === undefined || isPassing(refusal.code))
    return { status: 'disconnected', reason: atomWords(error) }
  const { code, severity } = refusal
  const reason = code === '42P01' ? 'undefined_table' : describeFailure(code, severity)
  return { status: 'disconnected', reason: `{unhealthy_target,${reason}}`, isUnhealthyTarget: true }
}

/** Tells whether an error is temporary: connections, resources, locks, or a server that shuts down or starts. */
const isPassing = (code: string) => /^(08|40|53|55P03|57)/.test(code)

function toDelivery(error: unknown): Delivery {
  const refusal = toRefusal(error)
  if (refusal === undefined) return { kind: 'retry', reason: atomWords(error) }
  const { code, severity } = refusal
  return { kind: isPassing(code) ? 'retry' : 'failed', reason: describeFailure(code, severity) }
}

function createChannel(pool: Pool, parameters: unknown, isPrepared: boolean): Channel {
  const { sql } = v.parse(actionShape, parameters)
  const statement = parseSql(sql, 'postgresql', () => true)
  const name = createHash('sha1').update(statement.sql).digest('hex')
  const query = (row: TermMap) => ({
    text: statement.sql,
    values: [...sqlValues(statement, row)],
    ...(isPrepared && { name }),
  })
  /** Inserts all rows or none: rows that are retried must not be inserted twice. */
  const together = async (rows: readonly TermMap[]) => {
    const client = await pool.connect()
    try {
      await client.query('BEGIN')
      for (const row of rows) await client.query(query(row))
      await client.query('COMMIT')
      client.release()
    } catch (error) {
      // The connection is closed, which ends its transaction.
      client.release(true)
      throw error
    }
  }
  return {
    render: (row) => toTraceableStatement(statement.sql, sqlValues(statement, row)),
    async deliver(rows) {
      const [first] = rows
      try {
        if (rows.length === 1 && first !== undefined) await pool.query(query(first))
        else await together(rows)
        return { kind: 'ok' }
      } catch (error) {
        return toDelivery(error)
      }
    },
    async check() {
      const client = await pool.connect()
      try {
        await client.query(`PREPARE brokerdeck_check AS ${statement.sql}`)
        await client.query('DEALLOCATE brokerdeck_check')
        client.release()
        return { status: 'connected' }
      } catch (error) {
        // A connection whose server refused the statement can still be used.
        client.release(toRefusal(error) === undefined)
        return statementHealth(error)
      }
    },
    close: async () => undefined,
  }
}

async function open(document: unknown, { resource }: LinkPlace): Promise<Link> {
  const { disable_prepared_statements: isPlain } = v.parse(connectorShape, document)
  const { pool, close } = await postgresqlPool(document)
  return {
    async check() {
      try {
        await pool.query('SELECT 1')
        return { status: 'connected' }
      } catch (error) {
        return { status: 'disconnected', reason: linkReason(error, resource) }
      }
    },
    channel: async ({ parameters }) => createChannel(pool, parameters, !isPlain),
    close,
  }
}

/** The driver for PostgreSQL and compatible systems: Timescale and Matrix. */
export const pgsqlDriver: Driver = { open }
