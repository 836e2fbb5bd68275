import { once } from 'node:events'
import http, { type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import https from 'node:https'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { ApiSource } from '#sources/api-source.ts'
import { longestPath } from './app.ts'
import type { TlsPair } from './own-tls.ts'

/** A console below a path of its own; it listens nowhere itself. */
export interface Site {
  /** Begins and ends with a slash. */
  readonly basePath: string
  readonly app: FastifyInstance
}

export interface Front {
  readonly server: Server
  /** Takes nothing new, and resolves when what is under way has been answered. */
  close(): Promise<void>
}

/** As Fastify keeps connections that nothing is asked on, in milliseconds. */
const keptOpen = 72_000

/**
 * Hands each connection's requests to the console whose path they are below, all others to that of the overview. The path
 * is compared as it was sent: another spelling of it is a page that nobody serves, and each console refuses for itself.
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
  // Uploads to a cluster may take their time, whatever it allows.
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
      // No server counts those among its connections, and waits for them all the same.
      for (const tunnel of tunnels) tunnel.destroy()
      await closed
    },
  }
}

/** What is behind the overview: nothing of its own. */
export const noSource: Pick<ApiSource, 'api' | 'mqttTarget'> = {
  api: async () => undefined,
  mqttTarget: () => undefined,
}

/** All of them together, for the metrics: ready is who can show at least one. */
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
