import { join } from 'node:path'
import { AuthnChain } from '../access/authentication/authn-chain.ts'
import { Authorization } from '../access/authorization/authorization.ts'
import { Banned } from '../access/banned/banned.ts'
import { detectFlapping } from '../access/banned/flapping-detector.ts'
import type { Certificates } from '../certificates/certificates.ts'
import type { Config } from '../config/config.ts'
import { SchemaRegistry } from '../data-hub/schemas/schema-registry.ts'
import { Gateways } from '../gateways/gateways.ts'
import { Integrations } from '../integration/integrations.ts'
import { integrationsAsConfig } from '../integration/integrations-as-config.ts'
import jqSource from '../jq/jq-thread.ts?thread'
import { provideJqThread } from '../jq/jq-worker.ts'
import type { BrokerLog } from '../log/broker-log.ts'
import { keepLog } from '../log/keep-log.ts'
import { Alarms } from '../monitoring/alarms/alarms.ts'
import { watchCapacity } from '../monitoring/alarms/watch-capacity.ts'
import { watchSystem } from '../monitoring/alarms/watch-system.ts'
import { Monitor, sampleInterval } from '../monitoring/monitor/monitor.ts'
import { certificateFigures } from '../monitoring/prometheus/certificate-figures.ts'
import { PrometheusExport } from '../monitoring/prometheus/prometheus-export.ts'
import type { Cluster } from '../mqtt/node/cluster.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Edition } from '../runtime/edition.ts'
import type { Faults } from '../runtime/faults.ts'
import { type SystemLoad, systemLoad } from '../runtime/system-load.ts'
import { EvaluationSandbox } from '../sandbox/evaluation-sandbox.ts'
import { configureCluster } from '../settings/configs/configure-cluster.ts'
import { followSettings } from '../settings/configs/follow-settings.ts'
import type { ListenerConfig } from '../settings/listeners/listener-config.ts'
import { Listeners } from '../settings/listeners/listeners.ts'
import { listenersAsConfig } from '../settings/listeners/listeners-as-config.ts'
import { autoSubscribe } from '../settings/topics/auto-subscriber.ts'
import type { Store } from '../storage/store.ts'
import { FailedStore } from '../storage/store-errors.ts'
import { ApiKeys } from '../system/api-keys/api-keys.ts'
import { AuditLog } from '../system/audit/audit-log.ts'
import { License } from '../system/license/license.ts'
import { LoginThrottle } from '../system/login/login-throttle.ts'
import { Tokens } from '../system/login/tokens.ts'
import { Users, type UsersOptions } from '../system/users/users.ts'

/** The parts of the broker that the API shows and changes; tests also set up and inspect them. */
export interface BrokerContext {
  readonly edition: Edition
  readonly store: Store
  readonly clock: Clock
  readonly certificates: Certificates
  /** The directory for files; without it, files are kept in memory. */
  readonly dataDir: string | undefined
  readonly cluster: Cluster
  readonly users: Users
  readonly apiKeys: ApiKeys
  readonly audit: AuditLog
  readonly license: License
  readonly tokens: Tokens
  readonly loginThrottle: LoginThrottle
  readonly monitor: Monitor
  readonly alarms: Alarms
  readonly banned: Banned
  readonly authorization: Authorization
  readonly authentication: AuthnChain
  readonly config: Config
  readonly log: BrokerLog
  readonly listeners: Listeners
  readonly prometheus: PrometheusExport
  readonly integrations: Integrations
  readonly gateways: Gateways
  readonly schemas: SchemaRegistry
  readonly sandbox: EvaluationSandbox
  readonly faults: Faults
  now(): number
  /** Stops observing and writes the data that is not yet on disk; the caller closes the cluster. */
  close(): Promise<void>
}

export interface WorldOptions extends UsersOptions {
  readonly cluster: Cluster
  readonly store: Store
  readonly clock: Clock
  readonly config: Config
  readonly listeners: ListenerConfig
  readonly certificates: Certificates
  readonly faults: Faults
  /** The directory for files; without it, files are kept in memory. */
  readonly dataDir?: string
  /** Defaults to Community. */
  readonly edition?: Edition
  /** The load averages of the nodes; the default is the load of this machine. */
  readonly load?: SystemLoad
}

export async function createBrokerContext(options: WorldOptions): Promise<BrokerContext> {
  const { cluster, store, clock, config, certificates, faults, edition = 'community', dataDir } = options
  const now = () => clock.now()
  const users = await Users.open(store, options)
  const license = new License(store)
  const monitor = new Monitor(cluster, store, clock)
  const alarms = new Alarms(cluster, now)
  // The store itself reports when the disk refuses writes and when it accepts them again.
  const storageFailed = (error: unknown) => {
    if (!(error instanceof FailedStore))
      alarms.noteStored(error instanceof Error ? error : new Error(String(error)))
  }
  const stopListening = store.onHealth((failure) => alarms.noteStored(failure))
  const stopSampling = clock.every(sampleInterval, () => {
    alarms.active()
    store.probe().catch(storageFailed)
    if (edition === 'enterprise') alarms.checkLicense(license.usage(cluster))
    monitor.sample().catch(storageFailed)
  })
  const tokens = new Tokens(now)
  const directory = dataDir === undefined ? undefined : join(dataDir, 'log')
  const { log, stop: closeLog } = keepLog({
    cluster,
    config,
    clock,
    directory,
    faults,
    onOutcome: (failure) => alarms.noteLogged(failure),
  })
  const apiKeys = new ApiKeys(store, now)
  const banned = new Banned(cluster, store, now)
  const authorization = new Authorization({ cluster, config, store, clock, log })
  const authentication = new AuthnChain({ cluster, config, store, clock })
  const stopSettings = [
    configureCluster(cluster, config),
    autoSubscribe(cluster, config),
    detectFlapping({ cluster, banned, config, now, onFailure: storageFailed }),
    watchCapacity({ alarms, clock, cluster }),
    watchSystem({ alarms, clock, cluster, config, load: options.load ?? systemLoad() }),
    followSettings({ alarms, cluster, config, log, tokens, onFailure: storageFailed }),
  ]
  const integrations = new Integrations({ cluster, store, clock, alarms })
  const schemas = new SchemaRegistry(store)
  if (edition === 'enterprise') config.adopt('schema_registry', schemas.asConfig())
  provideJqThread(jqSource)
  const sandbox = new EvaluationSandbox((name) => schemas.peek(name), faults)
  const prometheus = new PrometheusExport({
    cluster,
    clock,
    config,
    alarms,
    banned,
    authentication,
    authorization,
    edition,
    integrations,
    schemaCount: () => schemas.list().length,
    certificates: () => certificateFigures(options.listeners),
  })
  const gateways = await Gateways.open({
    banned,
    certificates,
    clock,
    cluster,
    config,
    faults,
    log,
    store,
    authnUsers: authentication.users,
  })
  const listeners = new Listeners(cluster, options.listeners, (node, failure) =>
    alarms.configApplied(node, failure),
  )
  config.adopt('listeners', listenersAsConfig(listeners))
  for (const kind of ['connectors', 'actions', 'sources'] as const)
    config.adopt(kind, integrationsAsConfig(kind, { integrations, edition, now }))
  return {
    edition,
    store,
    clock,
    certificates,
    dataDir,
    cluster,
    users,
    apiKeys,
    audit: new AuditLog(store, config, storageFailed),
    license,
    tokens,
    loginThrottle: new LoginThrottle(clock),
    monitor,
    alarms,
    banned,
    authentication,
    authorization,
    prometheus,
    integrations,
    gateways,
    schemas,
    sandbox,
    faults,
    config,
    log,
    listeners,
    now,
    async close() {
      for (const stop of stopSettings) stop()
      await sandbox.close()
      await gateways.close()
      await authentication.close()
      prometheus.close()
      await integrations.close()
      stopSampling()
      stopListening()
      await monitor.save()
      await authorization.close()
      await closeLog()
    },
  }
}
