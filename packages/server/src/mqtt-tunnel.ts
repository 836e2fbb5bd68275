import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { headersToUpstream } from './forwarded-headers.ts'
import { originRefusal } from './page-origin.ts'
import { type TunnelOptions, tunnelTarget } from './tunnel-target.ts'
import type { Upstream } from './upstream.ts'
import { readUpstreamProblem, UpstreamTimeout } from './upstream-problem.ts'

const handshakeTimeout = 10_000

function refuse(
  socket: Duplex,
  status: number,
  { code, message }: { readonly code: string; readonly message: string },
): void {
  const text = JSON.stringify({ code, message })
  socket.end(
    `HTTP/1.1 ${status} Refused\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\nconnection: close\r\n\r\n${text}`,
  )
}

function join(client: Duplex, broker: Duplex): void {
  for (const [from, to] of [[client, broker] as const, [broker, client] as const]) {
    from.on('error', () => to.destroy())
    from.on('close', () => to.destroy())
    from.pipe(to)
  }
}

function connect(upstream: Upstream, request: IncomingMessage, client: Duplex, head: Buffer): void {
  const path = upstream.url.pathname
  const headers = {
    ...headersToUpstream(request.headers),
    host: upstream.url.host,
    connection: 'Upgrade',
    upgrade: 'websocket',
  }
  const outgoing = upstream.open({ method: 'GET', path, headers })
  client.once('close', () => outgoing.destroy())
  outgoing.setTimeout(handshakeTimeout, () => outgoing.destroy(new UpstreamTimeout('handshake')))
  outgoing.on('error', (error) => {
    const { status, code, message } = readUpstreamProblem(error, upstream.url)
    refuse(client, status, { code, message })
  })
  outgoing.on('response', (response) => {
    response.resume()
    const message = `${upstream.url.host} refused the WebSocket with ${response.statusCode}`
    refuse(client, 502, { code: 'UPSTREAM_UNREACHABLE', message })
  })
  outgoing.on('upgrade', (response, broker, brokerHead) => {
    outgoing.setTimeout(0)
    const lines = response.rawHeaders.flatMap((name, index) =>
      index % 2 === 0 ? [`${name}: ${response.rawHeaders[index + 1] ?? ''}`] : [],
    )
    client.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`)
    client.write(brokerHead)
    broker.write(head)
    join(client, broker)
  })
  outgoing.end()
}

/**
 * `<base>mqtt` is the broker's MQTT over WebSocket. The handshake is passed on and then the two connections are joined
 * byte by byte, so subprotocol, frames, close codes and back-pressure are those of the broker.
 */
export function openMqttTunnel(server: Server, options: TunnelOptions): { close(): void } {
  const open = new Set<Duplex>()
  server.on('upgrade', (request: IncomingMessage, client: Duplex, head: Buffer) => {
    open.add(client)
    client.once('close', () => open.delete(client))
    client.on('error', () => client.destroy())
    const url = new URL(request.url ?? '', 'http://localhost')
    if (
      url.pathname !== `${options.basePath}mqtt` ||
      request.headers.upgrade?.toLowerCase() !== 'websocket'
    ) {
      return refuse(client, 404, { code: 'NOT_FOUND', message: 'There is no WebSocket here.' })
    }
    const foreign = originRefusal(request.headers.origin, request.headers)
    if (foreign !== undefined) return refuse(client, foreign.status, foreign)
    const found = tunnelTarget(url, options)
    if (!('open' in found)) return refuse(client, found.status, found)
    connect(found, request, client, head)
  })
  return {
    close: () => {
      for (const socket of open) socket.destroy()
    },
  }
}
