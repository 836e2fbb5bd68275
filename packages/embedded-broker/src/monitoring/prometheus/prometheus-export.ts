import type { PrometheusConfig } from '@brokerdeck/contract/monitoring/prometheus.ts'
import type { AuthnChain } from '../../access/authentication/authn-chain.ts'
import type { Authorization } from '../../access/authorization/authorization.ts'
import type { Banned } from '../../access/banned/banned.ts'
import type { Clock } from '../../broker/clock.ts'
import type { Edition } from '../../broker/edition.ts'
import type { Config } from '../../config/config.ts'
import { prometheusRoot } from '../../config/roots/prometheus-root.ts'
import type { Cluster } from '../../mqtt/cluster.ts'
import { evaluation } from '../../system/license/license.ts'
import type { Alarms } from '../alarms/alarms.ts'
import { ExportRounds } from '../export-rounds.ts'
import { accessFigures } from './access-figures.ts'
import { accessSourceFigures } from './access-source-figures.ts'
import { authenticatorFigures } from './authenticator-figures.ts'
import { brokerFigures } from './broker-figures.ts'
import { collect } from './collect.ts'
import { DisconnectReasons } from './disconnect-reasons.ts'
import type { FigureGroup } from './figure-group.ts'
import type { FigureSource } from './figure-source.ts'
import { integrationFigures } from './integration-figures.ts'
import { figuresToText } from './print-figures.ts'
import { pushFigures } from './push-figures.ts'
import { recentCpuUse } from './recent-cpu-use.ts'

interface PrometheusExportOptions extends Pick<FigureSource, 'certificates'> {
  readonly cluster: Cluster
  readonly clock: Clock
  readonly config: Config
  readonly alarms: Alarms
  readonly banned: Banned
  readonly authentication: AuthnChain
  readonly authorization: Authorization
  readonly edition: Edition
}

/** The figures that Prometheus fetches, and those that are pushed for it. */
export class PrometheusExport {
  readonly brokerFigures: readonly FigureGroup[]
  readonly accessFigures: readonly FigureGroup[]
  readonly integrationFigures: readonly FigureGroup[]
  readonly #pushes: ExportRounds
  #isProtected: boolean

  constructor(options: PrometheusExportOptions) {
    const { cluster, clock, config, alarms, banned, authentication, authorization } = options
    const { certificates, edition } = options
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
    this.integrationFigures = integrationFigures(edition)
    this.#pushes = new ExportRounds({
      ...{ cluster, clock },
      onDone: (failure) => alarms.exported('pushgateway', failure),
    })
    const settings = config.get(prometheusRoot)
    this.#isProtected = settings.enable_basic_auth
    this.#follow(settings.push_gateway)
    config.onChange(prometheusRoot, (now) => {
      this.#isProtected = now.enable_basic_auth
      this.#follow(now.push_gateway)
      if (!now.push_gateway.enable) alarms.exported('pushgateway', undefined)
    })
  }

  /** Whether the figures are for those only who have a token or an API key. */
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
