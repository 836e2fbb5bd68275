import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { originRefusal, pageOriginHeader } from './page-origin.ts'
import { parseTarget, type RequestTarget } from './request-target.ts'
import { type TunnelOptions, type TunnelRefusal, tunnelTarget } from './tunnel-target.ts'
import type { Upstream } from './upstream.ts'
import { readUpstreamProblem, UpstreamTimeout } from './upstream-problem.ts'

const patience = 5_000

/** Shakes hands with the broker as the tunnel would and leaves at once. */
function shakeHands(upstream: Upstream): Promise<TunnelRefusal | undefined> {
  const handshake = {
    method: 'GET',
    path: upstream.url.pathname,
    headers: {
      host: upstream.url.host,
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-protocol': 'mqtt',
      'sec-websocket-key': randomBytes(16).toString('base64'),
    },
  }
  const outgoing = upstream.open(handshake, 'single')
  outgoing.setTimeout(patience, () => outgoing.destroy(new UpstreamTimeout('handshake')))
  return new Promise((resolve) => {
    outgoing.on('error', (error) => resolve(readUpstreamProblem(error, upstream.url)))
    outgoing.on('response', (response) => {
      response.resume()
      const message = `${upstream.url.host} refused the WebSocket with ${response.statusCode}`
      resolve({ status: 502, code: 'UPSTREAM_UNREACHABLE', message })
    })
    outgoing.on('upgrade', (_response, socket) => {
      socket.on('error', () => socket.destroy())
      socket.destroy()
      resolve(undefined)
    })
    outgoing.end()
  })
}

async function whyNotOpen(
  { query }: RequestTarget,
  options: TunnelOptions,
): Promise<TunnelRefusal | undefined> {
  const found = tunnelTarget(query, options)
  return 'open' in found ? shakeHands(found) : found
}

/**
 * A browser does not tell a page why a WebSocket failed. The tunnel's address, asked plainly and for JSON alone, answers
 * 204 or the refusal: a person who opens it gets the page, as at every other address.
 */
export function answerTunnelProbe(app: FastifyInstance, options: TunnelOptions): void {
  const path = `${options.basePath}mqtt`
  app.addHook('onRequest', async (request, reply) => {
    const target = parseTarget(request.raw.url)
    const isProbe = request.method === 'GET' && request.headers.accept === 'application/json'
    if (!isProbe || target.path !== path) return
    const origin = request.headers[pageOriginHeader]
    const refusal =
      originRefusal(typeof origin === 'string' ? origin : undefined, request.headers) ??
      (await whyNotOpen(target, options))
    if (refusal === undefined) await reply.code(204).send()
    else await reply.code(refusal.status).send({ code: refusal.code, message: refusal.message })
  })
}
