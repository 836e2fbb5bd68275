import { createServer, type ServerResponse } from 'node:http'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { AuditLog } from '#audit/audit-log.ts'
import { hostRefusal, listAllowedNames } from '#guards/known-host.ts'
import type { SeenRequest } from '#lib/format-access.ts'
import type { ApiSource } from '#sources/api-source.ts'

/** The buckets in seconds, from responses out of memory to responses that an operator has to wait for. */
const buckets = [0.005, 0.025, 0.1, 0.5, 1, 5, 30]
const methods: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Holds Brokerdeck's metrics about itself; the broker exports its own metrics. */
export class ServerMetrics {
  readonly registry = new Registry()
  readonly #duration: Histogram<'kind' | 'method' | 'status'>
  readonly #refused: Counter<'status'>

  constructor(
    version: string,
    source: Pick<ApiSource, 'addresses' | 'faults'>,
    audit?: Pick<AuditLog, 'counts'>,
  ) {
    const registers = [this.registry]
    collectDefaultMetrics({ register: this.registry })
    new Gauge({ name: 'brokerdeck_build_info', help: 'Version', labelNames: ['version'], registers })
      .labels(version)
      .set(1)
    this.#duration = new Histogram({
      name: 'brokerdeck_http_request_duration_seconds',
      help: 'Time to answer requests, by kind (api, console, mqtt), method and class of status',
      labelNames: ['kind', 'method', 'status'],
      buckets,
      registers,
    })
    this.#refused = new Counter({
      name: 'brokerdeck_upstream_failures_total',
      help: 'Requests that no address of the cluster answered, by status',
      labelNames: ['status'],
      registers,
    })
    addressMetric(
      'brokerdeck_upstream_up',
      'Whether an address of the cluster answered when last asked',
      ({ isUp }) => (isUp ? 1 : 0),
    )
    addressMetric(
      'brokerdeck_upstream_failovers_total',
      'Requests that left an address of the cluster for another',
      ({ failovers }) => failovers,
    )

    const { faults } = source
    if (faults !== undefined)
      new Gauge({
        name: 'brokerdeck_embedded_faults_total',
        help: 'Faults of the embedded broker that ended one piece of its work, by the kind of work',
        labelNames: ['place'],
        registers,
        collect() {
          for (const [place, count] of faults()) this.labels(place).set(count)
        },
      })

    if (audit !== undefined)
      new Gauge({
        name: 'brokerdeck_audit_log_total',
        help: 'Lines of the audit log (written), and writes that were refused, let through without a line, or lack that of their end',
        labelNames: ['outcome'],
        registers,
        collect() {
          for (const [outcome, count] of audit.counts) this.labels(outcome).set(count)
        },
      })

    function addressMetric(
      name: string,
      help: string,
      read: (address: ReturnType<ApiSource['addresses']>[number]) => number,
    ): void {
      new Gauge({
        name,
        help,
        labelNames: ['address'],
        registers,
        collect() {
          for (const address of source.addresses()) this.labels(address.name).set(read(address))
        },
      })
    }
  }

  note({ method, path, status, milliseconds }: SeenRequest): void {
    const kind = path.includes('/api/v5/') ? 'api' : status === 101 ? 'mqtt' : 'console'
    const known = methods.includes(method) ? method : 'other'
    this.#duration.labels(kind, known, `${Math.floor(status / 100)}xx`).observe(milliseconds / 1000)
    if (kind === 'api' && (status === 502 || status === 504)) this.#refused.labels(String(status)).inc()
  }
}

/** The time for which readiness is cached, in milliseconds, because several probes may request it every second. */
const readyFor = 1_000

export interface MetricsPlace {
  /** The host as the operator wrote it. */
  readonly host: string
  readonly port: number
  /** The address that the host resolves to. */
  readonly address: string
  /** The host names that requests may use besides the server's own. */
  readonly allowedHosts: readonly string[]
}

export interface MetricsServer {
  readonly port: number
  close(): Promise<void>
}

/**
 * Serves `/healthz` (the process responds), `/readyz` (the broker behind it responds too) and `/metrics` for
 * Prometheus.
 */
export async function openMetricsServer(
  { host, port, address, allowedHosts }: MetricsPlace,
  source: Pick<ApiSource, 'whyNotReady'>,
  metrics: ServerMetrics,
): Promise<MetricsServer> {
  let asked: { readonly at: number; readonly why: Promise<string | undefined> } | undefined
  const whyNotReady = () => {
    if (asked === undefined || performance.now() - asked.at > readyFor)
      asked = { at: performance.now(), why: source.whyNotReady() }
    return asked.why
  }
  const answer = async (path: string, response: ServerResponse) => {
    if (path === '/healthz') return send(response, 200, 'ok\n')
    if (path === '/metrics')
      return send(response, 200, await metrics.registry.metrics(), metrics.registry.contentType)
    if (path !== '/readyz') return send(response, 404, 'There are /healthz, /readyz and /metrics.\n')
    const why = await whyNotReady()
    return why === undefined ? send(response, 200, 'ok\n') : send(response, 503, `${why}\n`)
  }
  const names = listAllowedNames({ address, name: host }, allowedHosts)
  const server = createServer((request, response) => {
    request.resume()
    const refusal = hostRefusal(request.headers.host, names)
    if (refusal !== undefined) return send(response, refusal.status, `${refusal.message}\n`)
    answer(request.url?.split('?')[0] ?? '', response).catch((error: unknown) => {
      if (!response.headersSent) send(response, 500, `${String(error)}\n`)
    })
  })
  server.requestTimeout = 10_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, address, resolve)
  })
  const bound = server.address()
  return {
    port: typeof bound === 'object' && bound !== null ? bound.port : port,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function send(
  response: ServerResponse,
  status: number,
  text: string,
  type = 'text/plain; charset=utf-8',
): void {
  response.writeHead(status, {
    'content-type': type,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  response.end(text)
}
