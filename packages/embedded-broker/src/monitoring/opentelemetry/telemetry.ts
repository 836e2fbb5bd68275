import { tolerant } from '@brokerdeck/contract/description/tolerant.ts'
import {
  type TelemetryConfig,
  telemetrySettings,
  type WhitelistType,
} from '@brokerdeck/contract/monitoring/opentelemetry.ts'
import * as v from 'valibot'
import { configOrRefuse } from '../../config/config-or-refuse.ts'
import { keepSecrets } from '../../config/secrets.ts'
import { refusal } from '../../http/api-refusal.ts'
import type { Cluster } from '../../mqtt/node/cluster.ts'
import type { Clock } from '../../runtime/clock.ts'
import { readRecords } from '../../storage/read-records.ts'
import type { Store } from '../../storage/store.ts'
import type { Alarms } from '../alarms/alarms.ts'
import { ExportRounds } from '../export-rounds.ts'
import { exportMetrics } from './export-metrics.ts'
import { metricsRequest } from './metrics-request.ts'

const kind = 'opentelemetry'
const settingsKey = 'settings'
/** The settings with all defaults filled in. */
const telemetryConfigSchema = tolerant(telemetrySettings)
const recordSchema = v.union([v.array(v.string()), telemetryConfigSchema])

interface TelemetryOptions {
  readonly cluster: Cluster
  readonly clock: Clock
  readonly store: Store
  readonly alarms: Alarms
}

/**
 * The OpenTelemetry settings of Enterprise. Metrics are exported; traces and logs are not, so they cannot be enabled.
 */
export class Telemetry {
  readonly #options: TelemetryOptions
  readonly #rounds: ExportRounds
  readonly #whitelists = new Map<string, readonly string[]>()
  #settings: TelemetryConfig

  constructor(options: TelemetryOptions) {
    this.#options = options
    const { cluster, clock, store, alarms } = options
    this.#rounds = new ExportRounds({
      cluster,
      clock,
      onDone: (failure) => alarms.noteExported('opentelemetry', failure),
    })
    this.#settings = v.parse(telemetryConfigSchema, configOrRefuse(telemetrySettings, {}))
    for (const [key, record] of readRecords(store, kind, recordSchema)) {
      if (Array.isArray(record)) this.#whitelists.set(key, record)
      else this.#settings = record
    }
    this.#follow()
  }

  get settings(): TelemetryConfig {
    return this.#settings
  }

  /** Changes the settings; throws the broker's refusal. */
  async change(given: unknown): Promise<void> {
    const whole = keepSecrets(telemetrySettings, given, this.#settings)
    const settings = v.parse(telemetryConfigSchema, configOrRefuse(telemetrySettings, whole))
    if (settings.traces.enable || settings.logs.enable) {
      throw refusal(400, 'BAD_REQUEST', 'The embedded broker exports metrics only, neither traces nor logs')
    }
    await this.#options.store.put(kind, settingsKey, settings)
    this.#settings = settings
    this.#follow()
  }

  whitelist(type: WhitelistType): readonly string[] {
    return this.#whitelists.get(type) ?? []
  }

  /** Stores a whitelist, which has no effect because this broker does not export traces. */
  async setWhitelist(type: WhitelistType, list: readonly string[]): Promise<void> {
    const limits = this.#settings.traces.filter.e2e_tracing_options
    const limit = type === 'clientid' ? limits.clientid_match_rules_max : limits.topic_match_rules_max
    if (list.length > limit) throw refusal(400, 'BAD_REQUEST', `The limit of ${type} rules is ${limit}`)
    await this.#options.store.put(kind, type, list)
    this.#whitelists.set(type, list)
  }

  close(): void {
    this.#rounds.stop()
  }

  #follow(): void {
    const { metrics, exporter } = this.#settings
    const { clock, alarms } = this.#options
    this.#rounds.stop()
    if (metrics.enable) {
      this.#rounds.start(metrics.interval, (node) =>
        exportMetrics(exporter, metricsRequest(node, clock.now())),
      )
    } else alarms.noteExported('opentelemetry', undefined)
  }
}
