import type { TermMap } from '@brokerdeck/languages/rule-sql/evaluate/term.ts'
import * as v from 'valibot'
import {
  type HttpAnswer,
  type HttpAsk,
  httpConnection,
  parseOrigin,
  toUrlPath,
} from '../../backends/http-resource.ts'
import type { Connection } from '../../backends/resource.ts'
import { tlsShape } from '../../backends/tls-options.ts'
import { fillBytes, fillTemplate } from '../rules/row-template.ts'
import type { Channel, ChannelSettings, Delivery, Driver, Link } from './driver.ts'
import { describeExplained, isTimeout } from './failure-words.ts'
import { durationShape, parseMilliseconds } from './written-duration.ts'

const headersShape = v.optional(v.record(v.string(), v.string()), {})
const connectorShape = v.object({
  url: v.string(),
  headers: headersShape,
  connect_timeout: durationShape,
  pool_size: v.optional(v.number(), 8),
  ssl: v.optional(tlsShape),
})
type Connector = v.InferOutput<typeof connectorShape>

const parametersShape = v.object({
  path: v.optional(v.string(), ''),
  method: v.optional(v.picklist(['post', 'put', 'get', 'delete']), 'post'),
  headers: headersShape,
  body: v.optional(v.string()),
  max_retries: v.optional(v.number(), 2),
})
type Parameters = v.InferOutput<typeof parametersShape>

const methods = { post: 'POST', put: 'PUT', get: 'GET', delete: 'DELETE' } as const
const usualConnect = 15_000
/** The maximum number of immediate attempts; more attempts in direct succession do not help. */
const mostAttempts = 10

/** Encodes control characters, because a line break would end the header. */
const toLine = (text: string) =>
  Buffer.from(text.replace(/(?!\t)\p{Cc}/gu, encodeURIComponent), 'utf8').toString('latin1')

/**
 * The headers that only the HTTP client sets: neither a connector nor an action decides how long a connection lives
 * or how it is framed.
 */
const ours = /^(connection|keep-alive|transfer-encoding|content-length|host|upgrade)$/i

function toHeaders(connector: Connector, parameters: Parameters, row: TermMap): Record<string, string> {
  const all = [...Object.entries(connector.headers), ...Object.entries(parameters.headers)]
  const named = all
    .map(
      ([name, value]) => [fillTemplate(name, row).toLowerCase(), toLine(fillTemplate(value, row))] as const,
    )
    .filter(([name]) => /^[!#$%&'*+.^_`|~\w-]+$/.test(name) && !ours.test(name))
  return Object.fromEntries(named)
}

/** Joins two paths with a single slash, however many slashes are written. */
function joinPaths(base: string, path: string): string {
  if (path === '') return base
  if (path.startsWith('?')) return base + path
  return `${base.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`
}

function buildRequest(connector: Connector, parameters: Parameters, row: TermMap): HttpAsk {
  const hasBody = parameters.method === 'post' || parameters.method === 'put'
  return {
    method: methods[parameters.method],
    path: joinPaths(toUrlPath(connector.url), fillTemplate(parameters.path, row)),
    headers: toHeaders(connector, parameters, row),
    body: hasBody ? fillBytes(parameters.body ?? '', row) : undefined,
  }
}

/** The maximum length of a response body in a trace. */
const longestShown = 10_000
const secretHeader =
  /^(authorization|proxy-authorization|cookie|set-cookie)$|key|token|secret|passw|auth|credential/i

const headersShown = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, secretHeader.test(name) ? '******' : value]),
  )

/** Status 429 and 503 are temporary; any other refusal would come again. */
function toDelivery({ status, headers, body }: HttpAnswer): Delivery {
  const said = { headers: headersShown(headers), body: body.slice(0, longestShown) }
  if (status >= 200 && status < 300) return { kind: 'ok', answer: { status, ...said } }
  if (status === 429) return { kind: 'retry', reason: 'too_many_requests' }
  if (status === 503) return { kind: 'retry', reason: 'service_unavailable' }
  const reason = `{unrecoverable_error,#{status_code => ${status}}}`
  return { kind: 'failed', reason, answer: { status_code: status, ...said } }
}

async function send(connection: Connection<HttpAsk, HttpAnswer>, ask: HttpAsk, attempts: number) {
  for (let left = attempts; ; left--) {
    try {
      return toDelivery(await connection.ask(ask))
    } catch (error) {
      // A request that timed out is not repeated at once, because the service may have processed it.
      if (left === 0 || isTimeout(error)) return { kind: 'retry', reason: describeExplained(error) } as const
    }
  }
}

function createChannel(connector: Connector, origin: URL, settings: ChannelSettings): Channel {
  const parameters = v.parse(parametersShape, settings.parameters)
  const connectTimeout = parseMilliseconds(connector.connect_timeout, usualConnect)
  const service = { origin, poolSize: connector.pool_size, ssl: connector.ssl, connectTimeout }
  const connection = httpConnection({ ...service, timeout: settings.timeout, isLongAnswerCut: true })
  const attempts = Math.min(parameters.max_retries, mostAttempts)
  return {
    async deliver(rows) {
      let delivery: Delivery = { kind: 'ok' }
      for (const row of rows) {
        delivery = await send(connection, buildRequest(connector, parameters, row), attempts)
        if (delivery.kind !== 'ok') break
      }
      return delivery
    },
    render(row) {
      const { path, headers, body } = buildRequest(connector, parameters, row)
      const { hostname: host, port, protocol } = origin
      const shown = { path, method: parameters.method, headers: headersShown(headers) }
      return {
        url: origin.href.replace(/\/$/, '') + path,
        host,
        ...shown,
        port: Number(port === '' ? (protocol === 'https:' ? 443 : 80) : port),
        ...(body !== undefined && { body: Buffer.from(body).toString() }),
        timeout: settings.timeout,
      }
    },
    close: () => connection.close(),
  }
}

async function open(document: unknown): Promise<Link> {
  const connector = v.parse(connectorShape, document)
  const origin = parseOrigin(connector.url)
  if (origin === undefined) throw new Error(`not a URL: ${connector.url}`)
  const timeout = parseMilliseconds(connector.connect_timeout, usualConnect)
  const service = { origin, poolSize: 1, ssl: connector.ssl, connectTimeout: timeout, timeout }
  const { check, close } = httpConnection(service)
  return {
    async check() {
      try {
        await check()
        return { status: 'connected' }
      } catch (error) {
        return { status: 'disconnected', reason: describeExplained(error) }
      }
    },
    channel: async (settings) => createChannel(connector, origin, settings),
    close,
  }
}

export const httpDriver: Driver = { open }
