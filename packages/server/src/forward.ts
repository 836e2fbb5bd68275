import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { pipeline } from 'node:stream'
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
    request.once('socket', (socket) => {
      wasReused = request.reusedSocket
      if (!socket.connecting) return
      const timer = setTimeout(() => request.destroy(new UpstreamTimeout('connect')), timeouts.connect)
      socket.once('connect', () => clearTimeout(timer))
      socket.once('close', () => clearTimeout(timer))
    })
    request.setTimeout(timeouts.idle, () => request.destroy(new UpstreamTimeout('silence')))
    const refuse = () => {
      request.destroy()
      reject(new UpstreamNonsense('it switched protocols where it was asked a question'))
    }
    request.once('response', (response) => {
      // An answer before all was sent: what is still on its way belongs to nobody's next request.
      if (!request.writableFinished) request.shouldKeepAlive = false
      if (response.statusCode === 101) refuse()
      else resolve(response)
    })
    // Without a listener node would close the connection and tell nobody.
    request.once('upgrade', refuse)
    request.on('error', (error) => reject(wasReused ? new StaleConnection(error) : error))
    if (body === undefined) request.end()
    else {
      pipeline(body.stream, request, (error) => {
        // The answer may come before all is sent (413): what is left is read off, or the client would not see it.
        if (error !== undefined && error !== null) body.stream.resume()
      })
    }
  })
}

/** A kept connection that the broker closed in the moment of its use; worth a second try if nothing can have happened. */
class StaleConnection extends Error {
  override readonly name = 'StaleConnection'
  constructor(cause: unknown) {
    super('stale connection', { cause })
  }
}

export async function forward(upstream: Upstream, forwarded: Forwarded): Promise<IncomingMessage> {
  const isRepeatable = forwarded.body === undefined && ['GET', 'HEAD', 'OPTIONS'].includes(forwarded.method)
  try {
    return await sendOnce(upstream, forwarded)
  } catch (error) {
    if (!(error instanceof StaleConnection)) throw error
    if (!isRepeatable || !isReset(error.cause)) throw error.cause
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
