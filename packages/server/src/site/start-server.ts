import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import type { Server } from 'node:http'
import https from 'node:https'
import { type AddressInfo, isIP } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { hostInUrl, reachableHost } from '@brokerdeck/embedded-broker/listen/loopback.ts'
import type { FastifyInstance } from 'fastify'
import { type AuditSurroundings, openAuditLog } from '#audit/open-audit-log.ts'
import { listAllowedNames } from '#guards/known-host.ts'
import type { HealthWatch } from '#health/health-watch.ts'
import { realTime, type Schedule } from '#health/real-time.ts'
import { exportHealth, openHealthWatches } from '#health/watch-health.ts'
import { formatAccess, type SeenRequest } from '#lib/format-access.ts'
import type { ServeOptions } from '#options/options.ts'
import type { ClusterSource, EmbeddedSource, NamedCluster } from '#options/source-options.ts'
import type { ApiSource } from '#sources/api-source.ts'
import type { PageFacts } from '#sources/page-facts.ts'
import { createApp } from './app.ts'
import { createFront, joinSources, noSource, type Site } from './cluster-sites.ts'
import { readListenProblem } from './listen-problem.ts'
import { openMetricsServer, ServerMetrics } from './metrics-server.ts'
import { readTlsPair, type TlsPair, watchTls } from './own-tls.ts'

export interface ServerSurroundings extends AuditSurroundings {
  readonly consoleDir: string
  readonly version: string
  readonly log: (line: string) => void
  readonly openSource: OpenSource
  /** The schedule of the work in the background. */
  readonly schedule?: Schedule
}

/** Describes one broker or one cluster, and where its console is served. */
export interface SourceOptions {
  readonly source: EmbeddedSource | ClusterSource
  readonly host: string
  readonly basePath: string
}

export type OpenSource = (options: SourceOptions, report: (line: string) => void) => Promise<ApiSource>

export interface RunningServer {
  readonly url: string
  readonly facts: ApiSource['facts']
  /** Completes the open requests, but waits no longer than a few seconds; then writes the broker's state. */
  close(): Promise<void>
}

const patience = 2_000
const refusedWrites = ['Writes', 'refused, and MQTT through the console with them (--read-only)'] as const

function toPort(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0
}

interface Consoles {
  readonly server: Server
  close(): Promise<unknown>
}

/** Completes the open requests, and cuts off those that take longer than a person waits. */
async function closeConsoles({ server, close }: Consoles): Promise<void> {
  const giveUp = new AbortController()
  const cut = wait(patience, undefined, { signal: giveUp.signal }).then(
    () => server.closeAllConnections(),
    () => undefined,
  )
  await close().finally(() => giveUp.abort())
  await cut
}

/** Resolves a host name once, so that console and listeners use the same address. */
async function resolveAddress(host: string): Promise<string> {
  return isIP(host) === 0 ? (await lookup(host, { order: 'ipv4first' })).address : host
}

export async function startServer(options: ServeOptions, around: ServerSurroundings): Promise<RunningServer> {
  const { basePath } = options
  const say = (error: unknown) => readListenProblem(error, options)
  const host = await resolveAddress(options.host).catch((error: unknown) => {
    throw say(error)
  })
  const tls = options.tls === undefined ? undefined : await readTlsPair(options.tls)
  const audit = await openAuditLog(options.auditLog, around)
  const opened = await openSources(options, host, around).catch(async (error: unknown) => {
    await audit?.close()
    throw say(error)
  })
  const source = joinSources(opened)
  const metrics = new ServerMetrics(around.version, source, audit)
  const observe = (seen: SeenRequest) => {
    metrics.note(seen)
    if (options.accessLog !== undefined) around.log(formatAccess(options.accessLog, seen, new Date()))
  }
  const open: (() => unknown)[] = []
  const watches = openHealthWatches(
    options.source,
    options.health,
    around.schedule ?? realTime,
    around.report,
  )
  exportHealth(metrics.registry, watches)
  try {
    const make = (
      at: string,
      facts: Omit<PageFacts, 'routing'>,
      { api, mqttTarget }: Pick<ApiSource, 'api' | 'mqttTarget'>,
    ) =>
      createApp({
        consoleDir: around.consoleDir,
        version: around.version,
        basePath: at,
        facts: { routing: 'browser', ...facts },
        api,
        mqttTarget,
        allowedNames: listAllowedNames({ address: host, name: options.host }, options.allowedHosts),
        trustedProxies: options.trustedProxies,
        tls,
        observe,
        audit,
        report: around.report,
      })
    const consoles = await makeConsoles(options, opened, make, tls)
    const { server } = consoles
    await consoles.listen({ host, port: options.port })
    if (options.tls !== undefined && tls !== undefined && server instanceof https.Server)
      open.push(watchTls(server, options.tls, tls, around.report).close)
    const facts = opened.flatMap((one) => listFacts(one, options))
    if (audit !== undefined) facts.push(['Audit log', audit.name])
    if (options.metrics !== undefined) {
      const address = await resolveAddress(options.metrics.host)
      const place = { ...options.metrics, address, allowedHosts: options.allowedHosts }
      const own = await openMetricsServer(place, source, metrics)
      open.push(own.close)
      facts.push(['Metrics', `http://${hostInUrl(reachableHost(address))}:${own.port}/metrics`])
    }
    for (const warning of options.health?.warnings ?? []) around.report(warning)
    for (const watch of watches) {
      open.push(() => watch.close())
      watch.start()
    }
    if (options.health !== undefined) facts.push(['Health', describeWatches(options, watches)])
    const scheme = tls === undefined ? 'http' : 'https'
    const url = `${scheme}://${hostInUrl(reachableHost(host))}:${toPort(server.address())}${basePath}`
    return {
      url,
      facts,
      close: async () => {
        await closeConsoles(consoles)
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
    await audit?.close()
  }
}

interface OpenedSource {
  /** The cluster, if the source is one of several clusters. */
  readonly cluster: NamedCluster | undefined
  readonly name: string
  readonly basePath: string
  readonly source: ApiSource
}

const buildClusterPath = (basePath: string, { name }: NamedCluster) => `${basePath}c/${name}/`

async function openSources(
  { source, basePath }: ServeOptions,
  host: string,
  { openSource, report }: ServerSurroundings,
): Promise<readonly OpenedSource[]> {
  if (source.kind !== 'clusters') {
    const opened = await openSource({ source, host, basePath }, report)
    return [{ cluster: undefined, name: '', basePath, source: opened }]
  }
  // The clusters are opened in parallel: each unreachable cluster takes as long as the timeout of its probe.
  const tries = await Promise.allSettled(
    source.clusters.map(async (cluster): Promise<OpenedSource> => {
      const at = buildClusterPath(basePath, cluster)
      const { name } = cluster
      const say = (line: string) => report(`${name}: ${line}`)
      return {
        cluster,
        name,
        basePath: at,
        source: await openSource({ source: cluster.source, host, basePath: at }, say),
      }
    }),
  )
  const opened = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const failed = tries.find((one) => one.status === 'rejected')
  if (failed !== undefined) {
    // A cluster that is not EMQX aborts the start.
    await joinSources(opened).close()
    throw failed.reason
  }
  return opened
}

interface ListenAddress {
  readonly host: string
  readonly port: number
}

type MakeConsole = (
  at: string,
  facts: Omit<PageFacts, 'routing'>,
  behind: Pick<ApiSource, 'api' | 'mqttTarget'>,
) => Promise<FastifyInstance>

/** Creates the single console, or a console for each cluster with an overview in front of them. */
async function makeConsoles(
  { source, basePath, readOnly, closed, role, idleMinutes }: ServeOptions,
  opened: readonly OpenedSource[],
  make: MakeConsole,
  tls: TlsPair | undefined,
): Promise<Consoles & { listen(at: ListenAddress): Promise<unknown> }> {
  const [first] = opened
  const idle = idleMinutes === undefined ? {} : { idleMinutes }
  if (source.kind !== 'clusters' && first !== undefined) {
    const { mode, brokerName } = first.source
    const own = { mode, readOnly, closed, brokerName, ...(role && { role }), ...idle }
    const app = await make(basePath, own, first.source)
    return { server: app.server, listen: (place) => app.listen(place), close: () => app.close() }
  }
  const all = opened.flatMap(({ cluster }) => {
    const { source: _, ...offered } = cluster ?? {}
    return 'name' in offered ? [offered] : []
  })
  const clusters = { home: basePath, all }
  const sites: Site[] = []
  for (const { cluster, name, basePath: at, source: behind } of opened) {
    const shut = { readOnly: cluster?.readOnly ?? readOnly, closed: cluster?.closed ?? closed }
    const own = { ...shut, ...(cluster?.role && { role: cluster.role }) }
    sites.push({
      basePath: at,
      app: await make(at, { mode: behind.mode, brokerName: name, ...own, ...idle, clusters }, behind),
    })
  }
  const facts = { mode: 'clusters' as const, readOnly: true, brokerName: 'Brokerdeck', clusters, ...idle }
  const overview = { basePath, app: await make(basePath, facts, noSource) }
  const apps = [...sites, overview].map(({ app }) => app)
  await Promise.all(apps.map((app) => app.ready()))
  const front = createFront(sites, overview, tls)
  const close = async () => {
    await front.close()
    await Promise.all(apps.map((app) => app.close()))
  }
  return { server: front.server, listen: (place) => listen(front.server, place), close }
}

async function listen(server: Server, place: ListenAddress): Promise<void> {
  server.listen(place)
  // `once` rejects if the server emits an error.
  await once(server, 'listening')
}

/** Describes which clusters are examined, how often, and the format of notifications, but never their destination. */
function describeWatches({ source, health }: ServeOptions, watches: readonly HealthWatch[]): string {
  const names = watches.map(({ name }) => name).join(', ')
  const format = health?.notify?.format
  const lines = [
    `${source.kind === 'clusters' ? `of ${names}, ` : ''}evaluated each ${health?.intervalSeconds} s`,
    ...(format === undefined ? [] : [`changes are notified as ${format}`]),
  ]
  return lines.join('\n')
}

/**
 * Lists the facts that the operator reads about a source: its own lines, prefixed with its name if there are several.
 */
function listFacts(
  { cluster, source }: OpenedSource,
  { readOnly, closed }: ServeOptions,
): ApiSource['facts'][number][] {
  const refused = closed.length > 0 ? [['Closed', `${closed.join(', ')} (--restrict)`] as const] : []
  if (cluster === undefined) return [...source.facts, ...(readOnly ? [refusedWrites] : []), ...refused]
  const [address = ['', ''] as const] = source.facts
  const notes = [
    cluster.role ?? '',
    cluster.readOnly ? 'read-only' : '',
    cluster.closed.map((one) => `no ${one}`).join(', '),
  ].filter((note) => note !== '')
  return [[cluster.name, [address[1], ...notes].join('\n')]]
}
