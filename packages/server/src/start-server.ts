import { lookup } from 'node:dns/promises'
import { type AddressInfo, isIP } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { hostInUrl, reachableHost } from '@brokerdeck/embedded-broker/listen/loopback.ts'
import type { FastifyInstance } from 'fastify'
import type { ApiSource } from './api-source.ts'
import { createApp } from './app.ts'
import { allowedNames } from './known-host.ts'
import { readListenProblem } from './listen-problem.ts'
import type { ServeOptions } from './options.ts'

export interface ServerSurroundings {
  readonly consoleDir: string
  readonly version: string
  readonly report: (line: string) => void
  readonly openSource: (options: ServeOptions) => Promise<ApiSource>
}

export interface RunningServer {
  readonly url: string
  readonly facts: ApiSource['facts']
  /** Answers what is under way, but not for longer than a few seconds; then the broker's state is written. */
  close(): Promise<void>
}

const patience = 2_000
const refusedWrites = ['Writes', 'refused, and MQTT through the console with them (--read-only)'] as const

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0
}

async function closeApp(app: FastifyInstance): Promise<void> {
  const giveUp = new AbortController()
  const cut = wait(patience, undefined, { signal: giveUp.signal }).then(
    () => app.server.closeAllConnections(),
    () => undefined,
  )
  await app.close()
  giveUp.abort()
  await cut
}

/** What a name stands for, once: console and listeners are to be found at the same address. */
async function addressOf(host: string): Promise<string> {
  return isIP(host) === 0 ? (await lookup(host, { order: 'ipv4first' })).address : host
}

export async function startServer(options: ServeOptions, around: ServerSurroundings): Promise<RunningServer> {
  const { port, basePath, readOnly } = options
  const say = (error: unknown) => readListenProblem(error, options)
  const host = await addressOf(options.host).catch((error: unknown) => {
    throw say(error)
  })
  const source = await around.openSource({ ...options, host }).catch((error: unknown) => {
    throw say(error)
  })
  try {
    const app = await createApp({
      consoleDir: around.consoleDir,
      version: around.version,
      basePath,
      facts: { routing: 'browser', mode: source.mode, readOnly, brokerName: source.brokerName },
      api: source.api,
      mqttTarget: source.mqttTarget,
      allowedNames: allowedNames({ address: host, name: options.host }, options.allowedHosts),
      trustedProxies: options.trustedProxies,
      report: around.report,
    })
    await app.listen({ host, port })
    const url = `http://${hostInUrl(reachableHost(host))}:${portOf(app.server.address())}${basePath}`
    return {
      url,
      facts: readOnly ? [...source.facts, refusedWrites] : source.facts,
      close: async () => {
        await closeApp(app)
        await source.close()
      },
    }
  } catch (error) {
    await source.close()
    throw say(error)
  }
}
