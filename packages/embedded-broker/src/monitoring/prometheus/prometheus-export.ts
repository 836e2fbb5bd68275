import type { PrometheusConfig } from '@brokerdeck/contract/monitoring/prometheus.ts'
import type { AuthnChain } from '../../access/authentication/authn-chain.ts'
import type { Authorization } from '../../access/authorization/authorization.ts'
import type { Banned } from '../../access/banned/banned.ts'
import type { Config } from '../../config/config.ts'
import { prometheusRoot } from '../../config/roots/prometheus-root.ts'
import type { Integrations } from '../../integration/integrations.ts'
import type { Cluster } from '../../mqtt/node/cluster.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Edition } from '../../runtime/edition.ts'
import { cpuMeter } from '../../runtime/system-load.ts'
import { evaluation } from '../../system/license/license.ts'
import type { Alarms } from '../alarms/alarms.ts'
import { ExportRounds } from '../export-rounds.ts'
import { brokerFigures } from './broker-figures.ts'
import { collect } from './collect.ts'
import { DisconnectReasons } from './disconnect-reasons.ts'
import { type FigureGroup, type FigureRow, kinds, plain } from './figure-group.ts'
import type { FigureSource } from './figure-source.ts'
import { integrationFigures } from './integration-figures.ts'
import { figuresToText } from './print-figures.ts'

const timeoutMs = 10_000

/** The placeholders as the broker spells them in the setting. */
const nameMark = `\${name}`

const hostMark = `\${host}`

const shortest = 1_000

interface PrometheusExportOptions extends Pick<FigureSource, 'certificates'> {
  readonly cluster: Cluster
  readonly clock: Clock
  readonly config: Config
  readonly alarms: Alarms
  readonly banned: Banned
  readonly authentication: AuthnChain
  readonly authorization: Authorization
  readonly edition: Edition
  readonly integrations: Integrations
  readonly schemaCount: () => number
}

/** Holds the figures that Prometheus scrapes, and pushes figures to the Pushgateway. */
export class PrometheusExport {
  readonly brokerFigures: readonly FigureGroup[]
  readonly accessFigures: readonly FigureGroup[]
  readonly integrationFigures: readonly FigureGroup[]
  /** The rows of the validations and transformations, one for each; set by the parts that run them. */
  readonly screenRows: Record<'validations' | 'transformations', FigureGroup['rows']> = {
    validations: () => [],
    transformations: () => [],
  }
  readonly #pushes: ExportRounds
  #isProtected: boolean

  constructor(options: PrometheusExportOptions) {
    const { cluster, clock, config, alarms, banned, authentication, authorization } = options
    const { certificates, edition, integrations } = options
    const source: FigureSource = {
      cluster,
      disconnects: new DisconnectReasons(cluster),
      cpuUse: recentCpuUse(clock),
      configChanges: () => config.changes,
      certificates,
      bannedCount: () => banned.list().length,
      authenticators: (node) => authenticatorFigures(authentication, node),
      accessSources: (node) => accessSourceFigures(authorization, node),
      licenseExpiry: edition === 'enterprise' ? Date.parse(evaluation.expiry_at) / 1000 : undefined,
    }
    this.brokerFigures = brokerFigures(source)
    this.accessFigures = accessFigures(source)
    this.integrationFigures = integrationFigures(edition, integrations, options.schemaCount)
    this.#pushes = new ExportRounds({
      cluster,
      clock,
      onDone: (failure) => alarms.noteExported('pushgateway', failure),
    })
    const settings = config.get(prometheusRoot)
    this.#isProtected = settings.enable_basic_auth
    this.#follow(settings.push_gateway)
    config.onChange(prometheusRoot, (now) => {
      this.#isProtected = now.enable_basic_auth
      this.#follow(now.push_gateway)
      if (!now.push_gateway.enable) alarms.noteExported('pushgateway', undefined)
    })
  }

  /** True if the figures require a token or an API key. */
  get isProtected(): boolean {
    return this.#isProtected
  }

  close(): void {
    this.#pushes.stop()
  }

  #follow(settings: PrometheusConfig['push_gateway']): void {
    this.#pushes.stop()
    if (!settings.enable) return
    this.#pushes.start(settings.interval, (node) =>
      pushFigures(settings, node.name, figuresToText(collect(this.brokerFigures, [node], 'node'))),
    )
  }
}

/** Returns the recent CPU usage in percent of all processors; requests for several nodes at once get the same value. */
function recentCpuUse(clock: Pick<Clock, 'now'>): () => number {
  const measure = cpuMeter()
  let measuredAt = Number.NEGATIVE_INFINITY
  let use = 0
  return () => {
    if (clock.now() - measuredAt < shortest) return use
    measuredAt = clock.now()
    use = measure()
    return use
  }
}

/** Returns the settings of the authenticators and their results for the clients of a node. */
function authenticatorFigures({ links, users }: AuthnChain, node: string): readonly FigureRow[] {
  return links.map((link) => {
    const { total, success, failed, nomatch } = link.getMetrics(node)
    return {
      labels: { id: link.id },
      values: {
        emqx_authn_enable: Number(link.isEnabled),
        emqx_authn_status: Number(link.status === 'connected'),
        emqx_authn_nomatch: nomatch,
        emqx_authn_total: total,
        emqx_authn_success: success,
        emqx_authn_failed: failed,
        emqx_authn_users_count: users.list(link.id).length,
      },
    }
  })
}

/** Returns the figures of the authorization sources, for the requests of one node. */
function accessSourceFigures({ sources, figures }: Authorization, node: string): readonly FigureRow[] {
  return sources.map(({ type, link, resource, ruleCount }) => {
    const { nomatch, total, allow, deny } = figures.of(type, node)
    const isThere = resource === undefined ? link.kind !== 'asked' : resource.status === 'connected'
    return {
      labels: { type },
      values: {
        emqx_authz_enable: link.isEnabled ? 1 : 0,
        emqx_authz_status: isThere ? 1 : 0,
        emqx_authz_nomatch: nomatch,
        emqx_authz_total: total,
        emqx_authz_allow: allow,
        emqx_authz_deny: deny,
        ...(ruleCount === undefined ? {} : { emqx_authz_rules_count: ruleCount() }),
      },
    }
  })
}

/** Pushes the figures of a node to the Pushgateway; throws if the Pushgateway does not accept them. */
async function pushFigures(
  { url, method, headers, job_name }: PrometheusConfig['push_gateway'],
  node: string,
  figures: string,
): Promise<void> {
  const response = await fetch(buildAddress(url, job_name, node), {
    method: method.toUpperCase(),
    headers: { 'content-type': 'text/plain; version=0.0.4', ...headers },
    body: figures,
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`HTTP ${response.status} ${response.statusText}`.trim())
}

/**
 * Builds the address. Slashes of the job name stay, because they separate labels of the group:
 * `emqx/instance/emqx~127.0.0.1`.
 */
function buildAddress(url: string, jobName: string, node: string): string {
  const [name = '', host = ''] = node.split('@')
  const job = jobName.replaceAll(nameMark, name).replaceAll(hostMark, host)
  return `${url.replace(/\/+$/, '')}/metrics/job/${job.split('/').map(encodeURIComponent).join('/')}`
}

/** Returns the figures of `GET /prometheus/auth`. */
function accessFigures(source: FigureSource): readonly FigureGroup[] {
  return [
    {
      key: 'emqx_authn',
      kinds: new Map([
        ...kinds('gauge', ['emqx_authn_enable', 'emqx_authn_status']),
        ...kinds('counter', [
          'emqx_authn_nomatch',
          'emqx_authn_total',
          'emqx_authn_success',
          'emqx_authn_failed',
        ]),
        ...kinds('gauge', ['emqx_authn_users_count']),
      ]),
      across: 'added',
      isClusterWide: (name) => /_(enable|status|users_count)$/.test(name),
      isList: true,
      rows: (node) => source.authenticators(node.name),
    },
    {
      key: 'emqx_authz',
      kinds: new Map([
        ...kinds('gauge', ['emqx_authz_enable', 'emqx_authz_status']),
        ...kinds('counter', [
          'emqx_authz_nomatch',
          'emqx_authz_total',
          'emqx_authz_allow',
          'emqx_authz_deny',
        ]),
        ...kinds('gauge', ['emqx_authz_rules_count']),
      ]),
      across: 'added',
      isClusterWide: (name) => /_(enable|status|rules_count)$/.test(name),
      isList: true,
      rows: (node) => source.accessSources(node.name),
    },
    {
      key: 'emqx_banned',
      kinds: kinds('gauge', ['emqx_banned_count']),
      across: 'alike',
      rows: () => plain({ emqx_banned_count: source.bannedCount() }),
    },
  ]
}
