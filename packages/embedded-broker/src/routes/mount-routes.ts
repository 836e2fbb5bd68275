import { contract } from '@brokerdeck/contract/contract.ts'
import type { EndpointTable } from '../http/endpoint-table.ts'
import { alarms } from './alarms.ts'
import { banned } from './banned.ts'
import { clients } from './clients.ts'
import { cluster } from './cluster.ts'
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

export function mountRoutes(table: EndpointTable): void {
  table.mount(contract.login, login)
  table.mount(contract.users, users)
  table.mount(contract.nodes, nodes)
  table.mount(contract.stats, stats)
  table.mount(contract.metrics, metrics)
  table.mount(contract.monitor, monitor)
  table.mount(contract.cluster, cluster)
  table.mount(contract.clients, clients)
  table.mount(contract.subscriptions, subscriptions)
  table.mount(contract.topics, topics)
  table.mount(contract.listeners, listeners)
  table.mount(contract.publish, publish)
  table.mount(contract.alarms, alarms)
  table.mount(contract.banned, banned)
  table.mount(contract.status, status)
}
