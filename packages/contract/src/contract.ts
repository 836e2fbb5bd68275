import { alarms } from './alarms.ts'
import { banned } from './banned.ts'
import { clients } from './clients.ts'
import { cluster } from './cluster.ts'
import type { Resource } from './endpoint.ts'
import { listeners } from './listeners.ts'
import { login } from './login.ts'
import { metrics } from './metrics.ts'
import { monitor } from './monitor.ts'
import { nodes } from './nodes.ts'
import { publish } from './publish.ts'
import { stats } from './stats.ts'
import { status } from './status.ts'
import { subscriptions } from './subscriptions.ts'
import { topics } from './topics.ts'
import { users } from './users.ts'

/** Everything that is asked of a broker, by resource. */
export const contract = {
  login,
  users,
  nodes,
  stats,
  metrics,
  monitor,
  cluster,
  clients,
  subscriptions,
  topics,
  listeners,
  publish,
  alarms,
  banned,
  status,
} as const satisfies Readonly<Record<string, Resource>>

export type Contract = typeof contract
