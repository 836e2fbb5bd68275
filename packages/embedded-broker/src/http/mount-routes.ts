import { contract } from '@brokerdeck/contract/contract.ts'
import { authentication } from '../access/authentication/authentication-api.ts'
import { authorization } from '../access/authorization/authorization-api.ts'
import { authorizationRules } from '../access/authorization/authorization-rules-api.ts'
import { banned } from '../access/banned/banned-api.ts'
import type { Edition } from '../broker/edition.ts'
import { slowSubscriptions } from '../diagnose/slow-subscriptions/slow-subscriptions-api.ts'
import { topicMetrics } from '../diagnose/topic-metrics/topic-metrics-api.ts'
import { trace } from '../diagnose/trace/trace-api.ts'
import { connectors } from '../integration/connectors/connectors-api.ts'
import { alarms } from '../monitoring/alarms/alarms-api.ts'
import { monitor } from '../monitoring/monitor/monitor-api.ts'
import { metrics } from '../monitoring/nodes/metrics-api.ts'
import { nodes } from '../monitoring/nodes/nodes-api.ts'
import { stats } from '../monitoring/nodes/stats-api.ts'
import { status } from '../monitoring/nodes/status-api.ts'
import { opentelemetry } from '../monitoring/opentelemetry/opentelemetry-api.ts'
import { prometheus } from '../monitoring/prometheus/prometheus-api.ts'
import { schemaFigures } from '../monitoring/prometheus/schema-figures-api.ts'
import { configs } from '../settings/configs/configs-api.ts'
import { schemas } from '../settings/configs/schemas-api.ts'
import { listeners } from '../settings/listeners/listeners-api.ts'
import { autoSubscribe } from '../settings/topics/auto-subscribe-api.ts'
import { topicRewrite } from '../settings/topics/topic-rewrite-api.ts'
import { apiKeys } from '../system/api-keys/api-keys-api.ts'
import { audit } from '../system/audit/audit-api.ts'
import { backups } from '../system/backups/backups-api.ts'
import { cluster } from '../system/cluster/cluster-api.ts'
import { license } from '../system/license/license-api.ts'
import { login } from '../system/login/login-api.ts'
import { sso } from '../system/sso/sso-api.ts'
import { users } from '../system/users/users-api.ts'
import { clients } from '../traffic/clients/clients-api.ts'
import { delayed } from '../traffic/messages/delayed-api.ts'
import { publish } from '../traffic/messages/publish-api.ts'
import { retainer } from '../traffic/messages/retainer-api.ts'
import { subscriptions } from '../traffic/subscriptions/subscriptions-api.ts'
import { topics } from '../traffic/subscriptions/topics-api.ts'
import type { EndpointTable } from './endpoint-table.ts'

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
