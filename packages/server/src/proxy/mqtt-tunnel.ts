import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { hostRefusal } from '#guards/known-host.ts'
import { parseTarget } from '#guards/request-target.ts'
import { clientAddress, type IsTrusted } from '#guards/trusted-proxies.ts'
import type { SeenRequest } from '#lib/format-access.ts'
import { handshakeHeaders } from './forwarded-headers.ts'
import { originRefusal } from './page-origin.ts'
import { type TunnelOptions, type TunnelRefusal, tunnelTarget } from './tunnel-target.ts'
import type { Upstream } from './upstream.ts'
import { readUpstreamProblem, UpstreamTimeout } from './upstream-problem.ts'

const handshakeTimeout = 10_000

export interface SocketOptions extends TunnelOptions {
  /** Undefined allows every host name. */
  readonly allowedNames: readonly string[] | undefined
  readonly isTrusted: IsTrusted
  readonly observe?: ((seen: SeenRequest) => void) | undefined
  readonly report: (line: string) => void
}

interface Visitor {
  readonly request: IncomingMessage
  readonly socket: Duplex
  /** The bytes that the client sent after the head of its request. */
  readonly head: Buffer
}

function refuse(socket: Duplex, { status, code, message }: TunnelRefusal): void {
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

/** Passes on only the headers of the handshake: no other header of the response is meant for the browser. */
function formatAcceptance({ headers }: IncomingMessage): string {
  const lines = Object.entries({ connection: 'Upgrade', upgrade: 'websocket', ...handshakeHeaders(headers) })
  return `HTTP/1.1 101 Switching Protocols\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
}

function connect(upstream: Upstream, { request, socket: client, head }: Visitor, from: string): void {
  const path = upstream.url.pathname
  const headers = {
    ...handshakeHeaders(request.headers),
    host: upstream.url.host,
    connection: 'Upgrade',
    upgrade: 'websocket',
    'x-forwarded-for': from,
  }
  const outgoing = upstream.open({ method: 'GET', path, headers }, 'single')
  client.once('close', () => outgoing.destroy())
  outgoing.setTimeout(handshakeTimeout, () => outgoing.destroy(new UpstreamTimeout('handshake')))
  outgoing.on('error', (error) => refuse(client, readUpstreamProblem(error, upstream.url)))
  outgoing.on('response', (response) => {
    response.resume()
    const message = `${upstream.url.host} refused the WebSocket with ${response.statusCode}`
    refuse(client, { status: 502, code: 'UPSTREAM_UNREACHABLE', message })
  })
  outgoing.on('upgrade', (response, broker, brokerHead) => {
    outgoing.setTimeout(0)
    client.write(formatAcceptance(response), 'latin1')
    client.write(brokerHead)
    broker.write(head)
    join(client, broker)
  })
  outgoing.end()
}

function admit({ request }: Visitor, options: SocketOptions): Upstream | TunnelRefusal {
  const { path, query } = parseTarget(request.url)
  if (path !== `${options.basePath}mqtt` || request.headers.upgrade?.toLowerCase() !== 'websocket')
    return { status: 404, code: 'NOT_FOUND', message: 'There is no WebSocket here.' }
  return (
    hostRefusal(request.headers.host, options.allowedNames) ??
    originRefusal(request.headers.origin, request.headers) ??
    tunnelTarget(query, options)
  )
}

/**
 * Serves `<base>mqtt`, the broker's MQTT over WebSocket. The handshake is passed on and then the two connections are
 * joined byte by byte, so subprotocol, frames, close codes and back-pressure are those of the broker.
 */
export function openMqttTunnel(server: Server, options: SocketOptions): { close(): void } {
  const open = new Set<Duplex>()
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    socket.on('error', () => socket.destroy())
    // No route catches an exception of this listener: an uncaught exception would end the process.
    try {
      const visitor = { request, socket, head }
      const found = admit(visitor, options)
      const client = clientAddress(request, options.isTrusted)
      const path = request.url?.split('?')[0] ?? ''
      const status = 'open' in found ? 101 : found.status
      options.observe?.({ client, method: 'GET', path, status, milliseconds: 0 })
      if ('open' in found) connect(found, visitor, client)
      else refuse(socket, found)
    } catch (error) {
      options.report(`a WebSocket handshake failed: ${String(error)}`)
      socket.destroy()
    }
  })
  return {
    close: () => {
      for (const socket of open) socket.destroy()
    },
  }
}
