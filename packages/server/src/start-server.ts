import { lookup } from 'node:dns/promises'
import https from 'node:https'
import { type AddressInfo, isIP } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { hostInUrl, reachableHost } from '@brokerdeck/embedded-broker/listen/loopback.ts'
import type { FastifyInstance } from 'fastify'
import type { ApiSource } from './api-source.ts'
import { createApp } from './app.ts'
import { formatAccess, type SeenRequest } from './format-access.ts'
import { allowedNames } from './known-host.ts'
import { openMetricsServer, ServerMetrics } from './metrics-server.ts'
import type { ServeOptions } from './options.ts'
import { readTlsPair, watchTls } from './own-tls.ts'
import { StartError } from './start-error.ts'

export interface ServerSurroundings {
  readonly consoleDir: string
  readonly version: string
  readonly report: (line: string) => void
  readonly log: (line: string) => void
  readonly openSource: (options: ServeOptions, report: (line: string) => void) => Promise<ApiSource>
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
  const tls = options.tls === undefined ? undefined : await readTlsPair(options.tls)
  const source = await around.openSource({ ...options, host }, around.report).catch((error: unknown) => {
    throw say(error)
  })
  const metrics = new ServerMetrics(around.version, source)
  const observe = (seen: SeenRequest) => {
    metrics.note(seen)
    if (options.accessLog !== undefined) around.log(formatAccess(options.accessLog, seen, new Date()))
  }
  const open: (() => unknown)[] = []
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
      tls,
      observe,
      report: around.report,
    })
    await app.listen({ host, port })
    if (options.tls !== undefined && tls !== undefined && app.server instanceof https.Server)
      open.push(watchTls(app.server, options.tls, tls, around.report).close)
    const facts = [...source.facts, ...(readOnly ? [refusedWrites] : [])]
    if (options.metrics !== undefined) {
      const address = await addressOf(options.metrics.host)
      const server = await openMetricsServer({ host: address, port: options.metrics.port }, source, metrics)
      open.push(server.close)
      facts.push(['Metrics', `http://${hostInUrl(reachableHost(address))}:${server.port}/metrics`])
    }
    const scheme = tls === undefined ? 'http' : 'https'
    const url = `${scheme}://${hostInUrl(reachableHost(host))}:${portOf(app.server.address())}${basePath}`
    return {
      url,
      facts,
      close: async () => {
        await closeApp(app)
        await closeAll()
      },
    }
  } catch (error) {
    await closeAll()
    throw say(error)
  }

  async function closeAll(): Promise<void> {
    await Promise.all(open.map((close) => close()))
    await source.close()
  }
}

function isSystemError(
  error: unknown,
): error is Error & { readonly code: string; readonly syscall: string; readonly port?: number } {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    'syscall' in error &&
    typeof error.syscall === 'string'
  )
}

function optionOf(port: number, options: ServeOptions): string {
  const { source, metrics } = options
  if (port === metrics?.port) return '--metrics-port'
  if (port === options.port || source.kind === 'cluster') return '--port'
  return port >= source.wsPort && port < source.wsPort + source.nodes ? '--ws-port' : '--mqtt-port'
}

/** A refused listen as the option that mends it; any other error as it is. */
function readListenProblem(error: unknown, options: ServeOptions): unknown {
  if (!isSystemError(error)) return error
  if (error.syscall !== 'listen' && error.syscall !== 'getaddrinfo') return error
  const port = error.port ?? options.port
  const where = `port ${port} on ${options.host}`
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartError('PORT_TAKEN', `${where} is taken; give another with ${optionOf(port, options)}`)
    case 'EACCES':
      return new StartError(
        'CANNOT_LISTEN',
        `${where} is not allowed to this user; give another with ${optionOf(port, options)}`,
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EINVAL':
      return new StartError('CANNOT_LISTEN', `--host ${options.host} is not an address of this machine`)
    default:
      return error
  }
}
