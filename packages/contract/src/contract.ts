import { authentication } from './access/authentication.ts'
import { authorization } from './access/authorization.ts'
import { authorizationRules } from './access/authorization-rules.ts'
import { banned } from './access/banned.ts'
import { gcpDevices } from './access/gcp-devices.ts'
import { externalRegistries } from './data-hub/external-registries.ts'
import { messageTransformations } from './data-hub/message-transformations.ts'
import { schemaRegistry } from './data-hub/schema-registry.ts'
import { schemaValidations } from './data-hub/schema-validations.ts'
import { slowSubscriptions } from './diagnose/slow-subscriptions.ts'
import { topicMetrics } from './diagnose/topic-metrics.ts'
import { trace } from './diagnose/trace.ts'
import type { Resource } from './endpoint.ts'
import { exhooks } from './extensions/exhooks.ts'
import { gatewayAuthentication } from './extensions/gateways/gateway-authentication.ts'
import { gatewayClients } from './extensions/gateways/gateway-clients.ts'
import { gatewayDevices } from './extensions/gateways/gateway-devices.ts'
import { gatewayListenerAuthentication } from './extensions/gateways/gateway-listener-authentication.ts'
import { gateways } from './extensions/gateways/gateways.ts'
import { plugins } from './extensions/plugins.ts'
import { actions } from './integration/actions.ts'
import { connectors } from './integration/connectors.ts'
import { rules } from './integration/rules.ts'
import { sources } from './integration/sources.ts'
import { alarms } from './monitoring/alarms.ts'
import { metrics } from './monitoring/metrics.ts'
import { monitor } from './monitoring/monitor.ts'
import { nodes } from './monitoring/nodes.ts'
import { opentelemetry } from './monitoring/opentelemetry.ts'
import { prometheus } from './monitoring/prometheus.ts'
import { schemaFigures } from './monitoring/schema-figures.ts'
import { stats } from './monitoring/stats.ts'
import { status } from './monitoring/status.ts'
import { autoSubscribe } from './settings/auto-subscribe.ts'
import { configs } from './settings/configs.ts'
import { fileTransfer } from './settings/file-transfer.ts'
import { listeners } from './settings/listeners.ts'
import { schemas } from './settings/schemas.ts'
import { topicRewrite } from './settings/topic-rewrite.ts'
import { apiKeys } from './system/api-keys.ts'
import { audit } from './system/audit.ts'
import { backups } from './system/backups.ts'
import { cluster } from './system/cluster.ts'
import { clusterLinks } from './system/cluster-links.ts'
import { durableQueues } from './system/durable-queues.ts'
import { durableStorage } from './system/durable-storage.ts'
import { license } from './system/license.ts'
import { loadRebalance } from './system/load-rebalance.ts'
import { login } from './system/login.ts'
import { relup } from './system/relup.ts'
import { sso } from './system/sso.ts'
import { telemetry } from './system/telemetry.ts'
import { users } from './system/users.ts'
import { clients } from './traffic/clients.ts'
import { delayed } from './traffic/delayed.ts'
import { publish } from './traffic/publish.ts'
import { retainer } from './traffic/retainer.ts'
import { subscriptions } from './traffic/subscriptions.ts'
import { topics } from './traffic/topics.ts'

/** All endpoints of the broker, by resource. Written by `npm run format`. */
export const contract = {
  login,
  users,
  apiKeys,
  audit,
  license,
  sso,
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
  backups,
  retainer,
  delayed,
  autoSubscribe,
  topicRewrite,
  topicMetrics,
  slowSubscriptions,
  status,
  authentication,
  authorization,
  authorizationRules,
  connectors,
  exhooks,
  plugins,
  rules,
  configs,
  schemas,
  prometheus,
  schemaFigures,
  opentelemetry,
  trace,
  actions,
  sources,
  messageTransformations,
  schemaValidations,
  gatewayClients,
  gateways,
  clusterLinks,
  externalRegistries,
  schemaRegistry,
  gatewayDevices,
  gatewayAuthentication,
  gatewayListenerAuthentication,
  fileTransfer,
  gcpDevices,
  loadRebalance,
  durableQueues,
  durableStorage,
  telemetry,
  relup,
} as const satisfies Readonly<Record<string, Resource>>

export type Contract = typeof contract
