import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { pipeline } from 'node:stream'
import type { Upstream } from './upstream.ts'
import { UpstreamTimeout } from './upstream-problem.ts'

export interface Timeouts {
  readonly connect: number
  /** Longest silence, before the answer and within it. */
  readonly idle: number
}

export interface Forwarded {
  readonly method: string
  /** Path and query as they were sent: client ids hold encoded slashes, a URL parser would change some. */
  readonly path: string
  readonly headers: OutgoingHttpHeaders
  readonly body: IncomingMessage | undefined
  readonly timeouts: Timeouts
  readonly signal: AbortSignal
}

function sendOnce(upstream: Upstream, forwarded: Forwarded): Promise<IncomingMessage> {
  const { method, path, headers, body, timeouts, signal } = forwarded
  return new Promise((resolve, reject) => {
    const request = upstream.open({ method, path, headers: { ...headers, host: upstream.url.host }, signal })
    let wasReused = false
    request.once('socket', (socket) => {
      wasReused = request.reusedSocket
      if (!socket.connecting) return
      const timer = setTimeout(() => request.destroy(new UpstreamTimeout('connect')), timeouts.connect)
      socket.once('connect', () => clearTimeout(timer))
      socket.once('close', () => clearTimeout(timer))
    })
    request.setTimeout(timeouts.idle, () => request.destroy(new UpstreamTimeout('silence')))
    request.once('response', resolve)
    request.on('error', (error) => reject(wasReused ? new StaleConnection(error) : error))
    if (body === undefined) request.end()
    else {
      pipeline(body, request, (error) => {
        // The answer may come before all is sent (413): what is left is read off, or the client would not see it.
        if (error !== undefined && error !== null) body.resume()
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
