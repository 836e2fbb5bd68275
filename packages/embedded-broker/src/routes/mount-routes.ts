import { contract } from '@brokerdeck/contract/contract.ts'
import type { EndpointTable } from '../http/endpoint-table.ts'
import type { Edition } from '../world/edition.ts'
import { alarms } from './alarms.ts'
import { apiKeys } from './api-keys.ts'
import { audit } from './audit.ts'
import { authentication } from './authentication.ts'
import { authorization } from './authorization.ts'
import { authorizationRules } from './authorization-rules.ts'
import { autoSubscribe } from './auto-subscribe.ts'
import { backups } from './backups.ts'
import { banned } from './banned.ts'
import { clients } from './clients.ts'
import { cluster } from './cluster.ts'
import { configs } from './configs.ts'
import { connectors } from './connectors.ts'
import { delayed } from './delayed.ts'
import { license } from './license.ts'
import { listeners } from './listeners.ts'
import { login } from './login.ts'
import { metrics } from './metrics.ts'
import { monitor } from './monitor.ts'
import { nodes } from './nodes.ts'
import { opentelemetry } from './opentelemetry.ts'
import { prometheus } from './prometheus.ts'
import { publish } from './publish.ts'
import { retainer } from './retainer.ts'
import { schemaFigures } from './schema-figures.ts'
import { schemas } from './schemas.ts'
import { slowSubscriptions } from './slow-subscriptions.ts'
import { sso } from './sso.ts'
import { stats } from './stats.ts'
import { status } from './status.ts'
import { subscriptions } from './subscriptions.ts'
import { topicMetrics } from './topic-metrics.ts'
import { topicRewrite } from './topic-rewrite.ts'
import { topics } from './topics.ts'
import { trace } from './trace.ts'
import { users } from './users.ts'

export function mountRoutes(table: EndpointTable, edition: Edition): void {
  table.mount(contract.login, login)
  table.mount(contract.users, users)
  table.mount(contract.apiKeys, apiKeys)
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
  table.mount(contract.backups, backups)
  table.mount(contract.retainer, retainer)
  table.mount(contract.delayed, delayed)
  table.mount(contract.autoSubscribe, autoSubscribe)
  table.mount(contract.topicRewrite, topicRewrite)
  table.mount(contract.topicMetrics, topicMetrics)
  table.mount(contract.slowSubscriptions, slowSubscriptions)
  table.mount(contract.trace, trace)
  table.mount(contract.status, status)
  table.mount(contract.authentication, authentication)
  table.mount(contract.authorization, authorization)
  table.mount(contract.authorizationRules, authorizationRules)
  table.mount(contract.connectors, connectors)
  table.mount(contract.configs, configs)
  table.mount(contract.schemas, schemas)
  table.mount(contract.prometheus, prometheus)
  if (edition === 'enterprise') mountEnterprise(table)
}

/** Elsewhere these paths are unknown, as they are in Community. */
function mountEnterprise(table: EndpointTable): void {
  table.mount(contract.audit, audit)
  table.mount(contract.license, license)
  table.mount(contract.opentelemetry, opentelemetry)
  table.mount(contract.schemaFigures, schemaFigures)
  table.mount(contract.sso, sso)
}
