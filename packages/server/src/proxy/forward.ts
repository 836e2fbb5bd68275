import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { pipeline } from 'node:stream'
import { TLSSocket } from 'node:tls'
import type { Upstream } from './upstream.ts'
import { UpstreamNonsense, UpstreamTimeout } from './upstream-problem.ts'

export interface Timeouts {
  readonly connect: number
  /** Longest silence, before the answer and within it. */
  readonly idle: number
}

export interface Body {
  readonly stream: IncomingMessage
  /** In bytes; undefined where only its end will tell. */
  readonly length: number | undefined
}

export interface Forwarded {
  readonly method: string
  /** Path and query as they were sent: client ids hold encoded slashes, a URL parser would change some. */
  readonly path: string
  readonly headers: OutgoingHttpHeaders
  readonly body: Body | undefined
  /** On a connection of its own, which nobody uses after it. */
  readonly isAlone?: boolean
  readonly timeouts: Timeouts
  readonly signal: AbortSignal
}

/** Said always, of every method: left to itself node sends the body of a DELETE bare, and it is read as a request. */
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
    // Not before: until it is connected nothing of the request has left, and another address may be asked instead.
    const begin = () => {
      isBegun = true
      if (body === undefined) request.end()
      else {
        pipeline(body.stream, request, (error) => {
          // The answer may come before all is sent (413): what is left is read off, or the client would not see it.
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
      // An answer before all was sent: what is still on its way belongs to nobody's next request.
      if (!request.writableFinished) request.shouldKeepAlive = false
      const { statusCode = 0 } = response
      if (statusCode === 101) refuse(switched)
      else if (statusCode < 200 || statusCode > 599) refuse(`${statusCode} is no status of an answer`)
      else resolve(response)
    })
    // Without a listener node would close the connection and tell nobody.
    request.once('upgrade', () => refuse(switched))
    request.on('error', (error) => {
      if (!isBegun) reject(new NothingSent(error))
      else reject(wasReused ? new StaleConnection(error) : error)
    })
  })
}

/** No connection came about: whoever is asked next is the first to hear of the request. */
export class NothingSent extends Error {
  override readonly name = 'NothingSent'
  constructor(cause: unknown) {
    super('nothing was sent', { cause })
  }
}

/** A kept connection that the broker closed in the moment of its use; worth a second try if nothing can have happened. */
class StaleConnection extends Error {
  override readonly name = 'StaleConnection'
  constructor(cause: unknown) {
    super('stale connection', { cause })
  }
}

/** Asking twice changes nothing, and there is no body that is gone once it was sent. */
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
