import { Agent, type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestTls, Agent as TlsAgent } from 'node:https'
import { connect as connectSocket, isIP } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { parseDuration } from '@brokerdeck/contract/measures.ts'
import * as v from 'valibot'
import { type Connection, Resource } from './resource.ts'
import type { ResourceServices } from './resource-services.ts'
import { type TlsDocument, tlsOptions, tlsShape } from './tls-options.ts'

const duration = v.union([v.string(), v.number()])
const shape = v.object({
  url: v.string(),
  pool_size: v.number(),
  connect_timeout: v.optional(duration, '15s'),
  request_timeout: v.optional(duration, '5s'),
  ssl: v.optional(tlsShape),
})
type Document = v.InferOutput<typeof shape>

export interface HttpAsk {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path and query relative to the origin of the URL. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | undefined
}

export interface HttpAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The maximum length of a response body, in bytes; decisions are short. */
const longestBody = 1_048_576

/**
 * Returns scheme, host and port of a URL whose path may contain placeholders; undefined if the URL has no valid
 * origin.
 */
export function parseOrigin(url: string): URL | undefined {
  const origin = /^https?:\/\/[^/?#${}\s]+/i.exec(url)?.[0]
  return origin !== undefined && URL.canParse(origin) ? new URL(origin) : undefined
}

/** Returns the part of a URL after its origin. */
export const toUrlPath = (url: string): string => {
  const rest = url.replace(/^https?:\/\/[^/?#]+/i, '')
  return rest.startsWith('/') ? rest : `/${rest}`
}

async function read(response: IncomingMessage, isCut: boolean): Promise<HttpAnswer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response) {
    const bytes = Buffer.from(chunk)
    length += bytes.length
    if (length > longestBody) {
      response.destroy()
      if (isCut) break
      throw new Error('the answer is too long')
    }
    chunks.push(bytes)
  }
  const headers = Object.entries(response.headers).map(([name, value]) => [name, String(value)])
  return {
    status: response.statusCode ?? 0,
    headers: Object.fromEntries(headers),
    body: Buffer.concat(chunks).toString('utf8'),
  }
}

/** Returns the host without the brackets of an IPv6 address. */
const toHost = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

/** The characters that a request line of HTTP cannot contain. */
const unsendable = /[^\x21-\x7e]/gu

export interface HttpService {
  readonly origin: URL
  readonly poolSize: number
  readonly ssl: TlsDocument | undefined
  /** The timeout for establishing a connection, in milliseconds. */
  readonly connectTimeout: number
  /** The timeout for a whole request, in milliseconds. */
  readonly timeout: number
  /** If set, the rest of a body that is too long is not read, because the status suffices. */
  readonly isLongAnswerCut?: boolean
}

/** The requests and connections in progress, which are destroyed when their owner closes. */
type UnderWay = Set<{ destroy(error?: Error): unknown }>

/** Connects, including the TLS handshake: a service that is not trusted counts as unreachable. */
function reach({ origin, connectTimeout, ssl }: HttpService, looks: UnderWay): Promise<void> {
  const { port, protocol } = origin
  const isTls = protocol === 'https:'
  const usual = isTls ? 443 : 80
  const to = { host: toHost(origin), port: port === '' ? usual : Number(port) }
  return new Promise((resolve, reject) => {
    const socket = isTls
      ? connectTls({ ...to, ...toServerName(to.host), ...(tlsOptions(ssl) ?? { rejectUnauthorized: false }) })
      : connectSocket(to)
    // An idle timeout is not enough: a server that sends its handshake byte by byte is never idle.
    const late = setTimeout(() => socket.destroy(new Error('connect timed out')), connectTimeout)
    late.unref()
    looks.add(socket)
    socket.once(isTls ? 'secureConnect' : 'connect', () => {
      socket.destroy()
      resolve()
    })
    socket.on('error', reject)
    socket.once('close', () => {
      clearTimeout(late)
      looks.delete(socket)
      reject(new Error('closed'))
    })
  })
}

/** A server name must not be an IP address. */
const toServerName = (host: string) => (isIP(host) === 0 ? { servername: host } : {})

/** Returns a pool of connections to one service; sends no request yet. */
export function httpConnection(service: HttpService): Connection<HttpAsk, HttpAnswer> {
  const { origin, timeout, ssl, poolSize } = service
  const pool = { keepAlive: true, maxSockets: poolSize }
  const isTls = origin.protocol === 'https:'
  const agent = isTls
    ? new TlsAgent({ ...pool, ...(tlsOptions(ssl) ?? { rejectUnauthorized: false }) })
    : new Agent(pool)
  const send = isTls ? requestTls : requestPlain
  const to = { host: toHost(origin), port: origin.port === '' ? undefined : origin.port, agent, timeout }
  const [looks, asks]: readonly [UnderWay, UnderWay] = [new Set(), new Set()]
  const end = (all: UnderWay) => {
    for (const one of all) one.destroy(new Error('closed'))
  }
  return {
    ask: ({ method, path, headers, body }) =>
      new Promise((resolve, reject) => {
        // Path and origin are not joined into a URL: a path such as `//name/` would be another host, and `..` another
        // path.
        const line = { method, headers, path: path.replace(unsendable, encodeURIComponent) }
        // An idle timeout is not enough: a server that responds byte by byte is never idle for long.
        const request = send({ ...to, ...line, signal: AbortSignal.timeout(timeout) })
        asks.add(request)
        request.once('close', () => asks.delete(request))
        request.once('response', (response) => {
          read(response, service.isLongAnswerCut === true).then(resolve, reject)
        })
        request.once('timeout', () => request.destroy(new Error('timed out')))
        request.on('error', reject)
        // The body is sent as bytes: with a string the library would write the headers in the encoding of that
        // string.
        request.end(body === undefined ? undefined : Buffer.from(body))
      }),
    check() {
      // A check that is still in progress has timed out.
      end(looks)
      return reach(service, looks)
    },
    async close() {
      // Queued requests are destroyed as well: for each request that ends, the agent would open a connection for the
      // next one.
      end(asks)
      end(looks)
      agent.destroy()
    },
  }
}

async function connect(document: Document, timeout: number): Promise<Connection<HttpAsk, HttpAnswer>> {
  const origin = parseOrigin(document.url)
  if (origin === undefined) throw new Error(`not a URL: ${document.url}`)
  const connectTimeout = parseDuration(document.connect_timeout) ?? timeout
  return httpConnection({ origin, poolSize: document.pool_size, ssl: document.ssl, connectTimeout, timeout })
}

export function openHttp(document: unknown, { clock }: ResourceServices): Resource<HttpAsk, HttpAnswer> {
  const settings = v.parse(shape, document)
  const timeout = parseDuration(settings.request_timeout) ?? 5000
  return new Resource({ connect: () => connect(settings, timeout), timeout, clock })
}
