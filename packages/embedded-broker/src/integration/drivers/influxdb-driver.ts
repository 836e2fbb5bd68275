import {
  LineSyntaxFault,
  type LineTemplate,
  parseLineProtocol,
} from '@brokerdeck/contract/integration/line-protocol.ts'
import { toTermText } from '@brokerdeck/languages/rule-sql/evaluate/functions/term-text.ts'
import { type TermMap, visibleText } from '@brokerdeck/languages/rule-sql/evaluate/term.ts'
import * as v from 'valibot'
import { type HttpAnswer, type HttpAsk, httpConnection, parseOrigin } from '../../backends/http-resource.ts'
import type { Connection } from '../../backends/resource.ts'
import { parseServer } from '../../backends/server-list.ts'
import { tlsShape } from '../../backends/tls-options.ts'
import { fillTemplate, single } from '../rules/row-template.ts'
import type { Channel, ChannelSettings, Delivery, Driver, Health, Link } from './driver.ts'
import { atomWords } from './failure-words.ts'

const connectorShape = v.object({
  server: v.optional(v.string(), '127.0.0.1:8086'),
  parameters: v.variant('influxdb_type', [
    v.object({
      influxdb_type: v.literal('influxdb_api_v2'),
      bucket: v.string(),
      org: v.string(),
      token: v.string(),
    }),
    v.object({
      influxdb_type: v.literal('influxdb_api_v1'),
      database: v.string(),
      username: v.optional(v.string()),
      password: v.optional(v.string()),
    }),
  ]),
  pool_size: v.optional(v.number(), 8),
  ssl: v.optional(tlsShape),
})
type Connector = v.InferOutput<typeof connectorShape>

const actionShape = v.object({
  write_syntax: v.string(),
  precision: v.optional(v.picklist(['ns', 'us', 'ms', 's']), 'ms'),
})

const usualPort = 8086
const timeout = 15_000
const longestReason = 300

function writePath({ parameters }: Connector, precision: string): string {
  if (parameters.influxdb_type === 'influxdb_api_v2') {
    const { bucket, org } = parameters
    return `/api/v2/write?${new URLSearchParams({ org, bucket, precision })}`
  }
  const { database, username, password } = parameters
  const names = { ...(username && { u: username }), ...(password && { p: password }) }
  // The older interface has other names for microseconds and nanoseconds.
  const unit = { ns: 'n', us: 'u', ms: 'ms', s: 's' }[precision] ?? 'ms'
  return `/write?${new URLSearchParams({ db: database, ...names, precision: unit })}`
}

const toHeaders = ({ parameters }: Connector) =>
  parameters.influxdb_type === 'influxdb_api_v2' ? { authorization: `Token ${parameters.token}` } : {}

function toDelivery({ status, body }: HttpAnswer): Delivery {
  if (status >= 200 && status < 300) return { kind: 'ok' }
  const reason = `{${status},<<${JSON.stringify(body.slice(0, longestReason))}>>}`
  return { kind: status === 429 || status >= 500 ? 'retry' : 'failed', reason }
}

function createChannel(
  connection: Connection<HttpAsk, HttpAnswer>,
  connector: Connector,
  { parameters }: ChannelSettings,
): Channel {
  const { write_syntax: syntax, precision } = v.parse(actionShape, parameters)
  const lines = parseLineProtocol(syntax)
  const line = {
    method: 'POST',
    path: writePath(connector, precision),
    headers: toHeaders(connector),
  } as const
  return {
    async deliver(rows) {
      const body = rows.flatMap((row) => renderLines(lines, row, precision)).join('\n')
      if (body === '') return { kind: 'failed', reason: '{unrecoverable_error,no_point_rendered}' }
      try {
        return toDelivery(await connection.ask({ ...line, body }))
      } catch (error) {
        return { kind: 'retry', reason: atomWords(error) }
      }
    },
    render: (row) => ({ lines: renderLines(lines, row, precision) }),
    close: async () => undefined,
  }
}

async function checkHealth(
  connection: Connection<HttpAsk, HttpAnswer>,
  connector: Connector,
): Promise<Health> {
  try {
    const { status } = await connection.ask({ method: 'GET', path: '/ping', headers: {}, body: undefined })
    if (status >= 300) return { status: 'disconnected', reason: `{connect_failed,{status_code,${status}}}` }
    // An empty write tells whether writing is permitted.
    const line = { method: 'POST', path: writePath(connector, 'ms'), headers: toHeaders(connector) } as const
    const { status: allowed, body } = await connection.ask({ ...line, body: '' })
    if (allowed === 401 || allowed === 403)
      return {
        status: 'disconnected',
        reason: `{not_authorized,<<${JSON.stringify(body.slice(0, longestReason))}>>}`,
      }
    return { status: 'connected' }
  } catch (error) {
    return { status: 'disconnected', reason: `{connect_failed,${atomWords(error)}}` }
  }
}

async function open(document: unknown): Promise<Link> {
  const connector = v.parse(connectorShape, document)
  const { host, port } = parseServer(connector.server.replace(/^https?:\/\//, ''), usualPort)
  const scheme = connector.ssl?.enable === true ? 'https' : 'http'
  const origin = parseOrigin(`${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`)
  if (origin === undefined) throw new Error(`not a server: ${connector.server}`)
  const { pool_size: poolSize, ssl } = connector
  const connection = httpConnection({
    origin,
    poolSize,
    ssl,
    connectTimeout: timeout,
    timeout,
    isLongAnswerCut: true,
  })
  return {
    check: () => checkHealth(connection, connector),
    channel: async (settings) => createChannel(connection, connector, settings),
    close: () => connection.close(),
  }
}

/** The driver for InfluxDB: line protocol over HTTP, with both interfaces. */
export const influxdbDriver: Driver = { open }

/**
 * Escapes the characters that end a name or a tag; a line break would start another line. A backslash cannot be
 * escaped, so it must not stand before an end.
 */
const escapeText = (text: string) =>
  text
    .replaceAll(/[\n\r]/g, ' ')
    .replaceAll(/\\+(?=[ ,=\\]|$)/g, '')
    .replaceAll(/[ ,=]/g, '\\$&')

const unescapeTemplate = (template: string) => template.replaceAll(/\\([ ,=])/g, '$1')

const quoteText = (text: string) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`

const missing = (template: string, row: TermMap) =>
  [...template.matchAll(/\$\{[^}]*\}/g)].every(([one]) => single(one, row) === undefined) &&
  template.includes('${')

/** Formats a field as a text, unless the template states that it is an integer, a number or a boolean. */
function formatField(template: string, row: TermMap): string {
  const inner = /^"(.*)"$/s.exec(template)?.[1]
  if (inner !== undefined) return quoteText(fillTemplate(inner.replaceAll(/\\(["\\])/g, '$1'), row))
  const only = /^\$\{[^}]*\}$/.test(template) ? single(template, row) : undefined
  if (typeof only === 'bigint' || typeof only === 'number' || typeof only === 'boolean')
    return visibleText(toTermText(only))
  const text = fillTemplate(template, row)
  if (/^-?\d+[iu]$/.test(text) || /^-?\d+(\.\d+)?([eE][-+]?\d+)?$/.test(text)) return text
  return /^(t|f|true|false)$/i.test(text) ? text : quoteText(text)
}

const divisors = { ns: 1_000_000n, us: 1000n, ms: 1n, s: 1n } as const

function formatTimestamp(template: string, row: TermMap, precision: keyof typeof divisors): string {
  const text = template === '' ? '' : fillTemplate(template, row)
  if (/^-?\d{1,19}$/.test(text)) return ` ${text}`
  if (text !== '') throw new LineSyntaxFault(`no timestamp: ${text}`)
  const now = BigInt(Date.now())
  return ` ${precision === 's' ? now / 1000n : now * divisors[precision]}`
}

/**
 * Renders the lines of a row. Tags and fields without a value are omitted, as in EMQX, and so are lines without
 * fields.
 */
export function renderLines(
  templates: readonly LineTemplate[],
  row: TermMap,
  precision: keyof typeof divisors,
): readonly string[] {
  return templates.flatMap(({ measurement, tags, fields, timestamp }) => {
    const given = fields.filter(({ value }) => !missing(value, row))
    if (given.length === 0) return []
    const name = (template: string) => escapeText(fillTemplate(unescapeTemplate(template), row))
    const tagged = tags
      .filter(({ value }) => !missing(value, row))
      .map((tag) => `,${name(tag.name)}=${name(tag.value)}`)
    const written = given.map((field) => `${name(field.name)}=${formatField(field.value, row)}`)
    return `${name(measurement)}${tagged.join('')} ${written.join(',')}${formatTimestamp(timestamp, row, precision)}`
  })
}
