import type { Cluster } from '../mqtt/cluster.ts'
import type { Store } from '../storage/store.ts'
import { Alarms } from './alarms.ts'
import { Banned } from './banned.ts'
import type { Clock } from './clock.ts'
import { LoginThrottle } from './login-throttle.ts'
import { Monitor, sampleInterval } from './monitor.ts'
import { cpuMeter, memoryUsage } from './system-load.ts'
import { Tokens } from './tokens.ts'
import { Users, type UsersOptions } from './users.ts'

/** What the API shows and changes. Tests arrange and look here. */
export interface World {
  readonly cluster: Cluster
  readonly users: Users
  readonly tokens: Tokens
  readonly loginThrottle: LoginThrottle
  readonly monitor: Monitor
  readonly alarms: Alarms
  readonly banned: Banned
  now(): number
  /** Stops watching and writes what is not yet on disk; the cluster is the caller's. */
  close(): Promise<void>
}

export interface WorldOptions extends UsersOptions {
  readonly cluster: Cluster
  readonly store: Store
  readonly clock: Clock
}

const systemCheckInterval = 60_000

export async function createWorld(options: WorldOptions): Promise<World> {
  const { cluster, store, clock } = options
  const now = () => clock.now()
  const users = await Users.open(store, options)
  const monitor = new Monitor(cluster, store, clock)
  const alarms = new Alarms(cluster, now)
  const cpu = cpuMeter()
  const storageFailed = (error: unknown) => alarms.storageFailed(error)
  const stopListening = cluster.on('storage-failed', ({ error }) => storageFailed(error))
  const stopSampling = clock.every(sampleInterval, () => {
    alarms.active()
    monitor.sample().catch(storageFailed)
  })
  const stopChecking = clock.every(systemCheckInterval, () => {
    alarms.checkSystem({ cpu: cpu(), memory: memoryUsage() })
  })
  return {
    cluster,
    users,
    tokens: new Tokens(now),
    loginThrottle: new LoginThrottle(clock),
    monitor,
    alarms,
    banned: new Banned(cluster, store, now),
    now,
    async close() {
      stopSampling()
      stopChecking()
      stopListening()
      await monitor.save()
    },
  }
}
