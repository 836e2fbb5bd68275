import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { pipeline } from 'node:stream'
import { TLSSocket } from 'node:tls'
import type { Upstream } from './upstream.ts'
import { UpstreamNonsense, UpstreamTimeout } from './upstream-problem.ts'

export interface Timeouts {
  readonly connect: number
  /** The longest time without data, before the response and within it, in milliseconds. */
  readonly idle: number
}

export interface Body {
  readonly stream: IncomingMessage
  /** The length in bytes; undefined if only the end of the body tells it. */
  readonly length: number | undefined
}

export interface Forwarded {
  readonly method: string
  /**
   * The path and query as they were sent: client IDs contain encoded slashes, which a URL parser would change in
   * part.
   */
  readonly path: string
  readonly headers: OutgoingHttpHeaders
  readonly body: Body | undefined
  /** True for a connection of its own, which is not reused afterwards. */
  readonly isAlone?: boolean
  readonly timeouts: Timeouts
  readonly signal: AbortSignal
}

/**
 * Returns the headers that frame the body. They are always set: by default, Node sends the body of a DELETE without
 * them, and the body is read as another request.
 */
function framing(method: string, body: Body | undefined): OutgoingHttpHeaders {
  if (body === undefined) return ['POST', 'PUT', 'PATCH'].includes(method) ? { 'content-length': 0 } : {}
  return body.length === undefined ? { 'transfer-encoding': 'chunked' } : { 'content-length': body.length }
}

function sendOnce(upstream: Upstream, forwarded: Forwarded): Promise<IncomingMessage> {
  const { method, path, body, timeouts, signal, isAlone = false } = forwarded
  const headers = { ...forwarded.headers, host: upstream.url.host, ...framing(method, body) }
  return new Promise((resolve, reject) => {
    const request = upstream.open({ method, path, headers, signal }, isAlone ? 'single' : 'kept')
    let wasReused = false
    let isBegun = false
    // Sending begins only once the socket is connected: until then no part of the request has left, so another
    // address may be tried.
    const begin = () => {
      isBegun = true
      if (body === undefined) request.end()
      else {
        pipeline(body.stream, request, (error) => {
          // The response may arrive before the body is sent (413). The rest of the body is read and dropped, because
          // otherwise the client would not see the response.
          if (error !== undefined && error !== null) body.stream.resume()
        })
      }
    }
    request.once('socket', (socket) => {
      wasReused = request.reusedSocket
      if (!socket.connecting) return begin()
      const timer = setTimeout(() => request.destroy(new UpstreamTimeout('connect')), timeouts.connect)
      socket.once(socket instanceof TLSSocket ? 'secureConnect' : 'connect', () => {
        clearTimeout(timer)
        begin()
      })
      socket.once('close', () => clearTimeout(timer))
    })
    request.setTimeout(timeouts.idle, () => request.destroy(new UpstreamTimeout('silence')))
    const refuse = (why: string) => {
      request.destroy()
      reject(new UpstreamNonsense(why))
    }
    const switched = 'it switched protocols where it was asked a question'
    request.once('response', (response) => {
      // If the response arrives before the body is sent, the rest of the body must not become part of another
      // request, so the connection is not reused.
      if (!request.writableFinished) request.shouldKeepAlive = false
      const { statusCode = 0 } = response
      if (statusCode === 101) refuse(switched)
      else if (statusCode < 200 || statusCode > 599) refuse(`${statusCode} is no status of an answer`)
      else resolve(response)
    })
    // Without a listener, Node would close the connection and report nothing.
    request.once('upgrade', () => refuse(switched))
    request.on('error', (error) => {
      if (!isBegun) reject(new NothingSent(error))
      else reject(wasReused ? new StaleConnection(error) : error)
    })
  })
}

/** No connection was established, so the request can be sent to another address without being sent twice. */
export class NothingSent extends Error {
  override readonly name = 'NothingSent'
  constructor(cause: unknown) {
    super('nothing was sent', { cause })
  }
}

/**
 * The broker closed a kept connection at the moment of its use; the request is retried if it cannot have had an
 * effect.
 */
class StaleConnection extends Error {
  override readonly name = 'StaleConnection'
  constructor(cause: unknown) {
    super('stale connection', { cause })
  }
}

/** Tells whether a request can be sent twice: it changes nothing, and it has no body that would be consumed. */
export function isRepeatable({ method, body }: Pick<Forwarded, 'method' | 'body'>): boolean {
  return body === undefined && ['GET', 'HEAD', 'OPTIONS'].includes(method)
}

export async function forward(upstream: Upstream, forwarded: Forwarded): Promise<IncomingMessage> {
  try {
    return await sendOnce(upstream, forwarded)
  } catch (error) {
    if (!(error instanceof StaleConnection)) throw error
    if (!isRepeatable(forwarded) || !isReset(error.cause)) throw error.cause
  }
  try {
    return await sendOnce(upstream, forwarded)
  } catch (error) {
    throw error instanceof StaleConnection ? error.cause : error
  }
}

function isReset(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE')
}
