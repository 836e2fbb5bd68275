import { once } from 'node:events'
import http, { type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import https from 'node:https'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { ApiSource } from '#sources/api-source.ts'
import { longestPath } from './app.ts'
import type { TlsPair } from './own-tls.ts'

/** A console below a path of its own; its app does not listen on a port itself. */
export interface Site {
  /** The path, which begins and ends with a slash. */
  readonly basePath: string
  readonly app: FastifyInstance
}

export interface Front {
  readonly server: Server
  /** Accepts no more connections, and resolves when all pending requests have been answered. */
  close(): Promise<void>
}

/** The time for which an idle connection is kept open, in milliseconds, as in Fastify. */
const keptOpen = 72_000

/**
 * Passes each request to the console whose path it is below, and all other requests to the overview. The path is
 * compared as sent: another spelling of it is a page that does not exist, and each console refuses it by itself.
 */
export function createFront(sites: readonly Site[], overview: Site, tls: TlsPair | undefined): Front {
  const findServer = ({ url = '' }: IncomingMessage) => {
    const path = url.split('?')[0] ?? ''
    const site = sites.find(({ basePath }) => path.startsWith(basePath) || `${path}/` === basePath)
    return (site ?? overview).app.server
  }
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    findServer(request).emit('request', request, response)
  }
  // There is no request timeout, because an upload to a cluster may take long, whatever the cluster allows.
  const options = { maxHeaderSize: longestPath, requestTimeout: 0, keepAliveTimeout: keptOpen }
  const front =
    tls === undefined
      ? http.createServer(options, answer)
      : https.createServer({ ...options, ...tls }, answer)
  const tunnels = new Set<Duplex>()
  front.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    tunnels.add(socket)
    socket.once('close', () => tunnels.delete(socket))
    findServer(request).emit('upgrade', request, socket, head)
  })
  return {
    server: front,
    async close() {
      const closed = once(front, 'close')
      front.close()
      front.closeIdleConnections()
      // The server does not count upgraded connections among its idle connections, but waits for them to close.
      for (const tunnel of tunnels) tunnel.destroy()
      await closed
    },
  }
}

/** The source of the overview, which has no API of its own. */
export const noSource: Pick<ApiSource, 'api' | 'mqttTarget'> = {
  api: async () => undefined,
  mqttTarget: () => undefined,
}

/** Joins all sources for the metrics: the server is ready if at least one source is ready. */
export function joinSources(
  sources: readonly { readonly name: string; readonly source: ApiSource }[],
): Pick<ApiSource, 'addresses' | 'faults' | 'whyNotReady' | 'close'> {
  // There is at most one embedded broker.
  const [faults] = sources.flatMap(({ source }) => source.faults ?? [])
  return {
    ...(faults !== undefined && { faults }),
    addresses: () =>
      sources.flatMap(({ name, source }) =>
        source.addresses().map((address) => ({ ...address, name: `${name} ${address.name}`.trimStart() })),
      ),
    whyNotReady: async () => {
      const reasons = await Promise.all(sources.map(({ source }) => source.whyNotReady()))
      return reasons.includes(undefined) ? undefined : reasons[0]
    },
    close: async () => {
      await Promise.all(sources.map(({ source }) => source.close()))
    },
  }
}
