import type { Contract } from '@brokerdeck/contract/contract.ts'
import { authenticationApi } from './access/authentication/authentication-api.ts'
import { authorizationApi } from './access/authorization/authorization-api.ts'
import { authorizationRulesApi } from './access/authorization/authorization-rules-api.ts'
import { bannedApi } from './access/banned/banned-api.ts'
import { gcpDevicesApi } from './access/gcp-devices/gcp-devices-api.ts'
import type { ConfigRoot } from './config/config-root.ts'
import { externalRegistriesApi } from './data-hub/schemas/external-registries-api.ts'
import { schemaRegistryApi } from './data-hub/schemas/schema-registry-api.ts'
import { messageTransformationsApi } from './data-hub/transformations/message-transformations-api.ts'
import { schemaValidationsApi } from './data-hub/validations/schema-validations-api.ts'
import { slowSubscriptionsApi } from './diagnose/slow-subscriptions/slow-subscriptions-api.ts'
import { topicMetricsApi } from './diagnose/topic-metrics/topic-metrics-api.ts'
import { traceApi } from './diagnose/trace/trace-api.ts'
import { exhooksApi } from './extensions/exhooks/exhooks-api.ts'
import { gatewayAuthenticationApi } from './extensions/gateways/gateway-authentication-api.ts'
import { gatewayClientsApi } from './extensions/gateways/gateway-clients-api.ts'
import { gatewayDevicesApi } from './extensions/gateways/gateway-devices-api.ts'
import { gatewayListenerAuthenticationApi } from './extensions/gateways/gateway-listener-authentication-api.ts'
import { gatewaysApi } from './extensions/gateways/gateways-api.ts'
import { pluginsApi } from './extensions/plugins/plugins-api.ts'
import type { ApiResource } from './http/api-resource.ts'
import { actionsApi } from './integration/actions/actions-api.ts'
import { connectorsApi } from './integration/connectors/connectors-api.ts'
import { rulesApi } from './integration/rules/rules-api.ts'
import { sourcesApi } from './integration/sources/sources-api.ts'
import { alarmsApi } from './monitoring/alarms/alarms-api.ts'
import { monitorApi } from './monitoring/monitor/monitor-api.ts'
import { metricsApi } from './monitoring/nodes/metrics-api.ts'
import { nodesApi } from './monitoring/nodes/nodes-api.ts'
import { statsApi } from './monitoring/nodes/stats-api.ts'
import { statusApi } from './monitoring/nodes/status-api.ts'
import { opentelemetryApi } from './monitoring/opentelemetry/opentelemetry-api.ts'
import { prometheusApi } from './monitoring/prometheus/prometheus-api.ts'
import { schemaFiguresApi } from './monitoring/prometheus/schema-figures-api.ts'
import { configsApi } from './settings/configs/configs-api.ts'
import { schemasApi } from './settings/configs/schemas-api.ts'
import { fileTransferApi } from './settings/file-transfer/file-transfer-api.ts'
import { listenersApi } from './settings/listeners/listeners-api.ts'
import { autoSubscribeApi } from './settings/topics/auto-subscribe-api.ts'
import { topicRewriteApi } from './settings/topics/topic-rewrite-api.ts'
import { apiKeysApi } from './system/api-keys/api-keys-api.ts'
import { auditApi } from './system/audit/audit-api.ts'
import { backupsApi } from './system/backups/backups-api.ts'
import { clusterApi } from './system/cluster/cluster-api.ts'
import { clusterLinksApi } from './system/cluster-links/cluster-links-api.ts'
import { durableQueuesApi } from './system/durable-storage/durable-queues-api.ts'
import { durableStorageApi } from './system/durable-storage/durable-storage-api.ts'
import { licenseApi } from './system/license/license-api.ts'
import { loadRebalanceApi } from './system/load-rebalance/load-rebalance-api.ts'
import { loginApi } from './system/login/login-api.ts'
import { relupApi } from './system/relup/relup-api.ts'
import { ssoApi } from './system/sso/sso-api.ts'
import { telemetryApi } from './system/telemetry/telemetry-api.ts'
import { usersApi } from './system/users/users-api.ts'
import { clientsApi } from './traffic/clients/clients-api.ts'
import { delayedApi } from './traffic/messages/delayed-api.ts'
import { publishApi } from './traffic/messages/publish-api.ts'
import { retainerApi } from './traffic/messages/retainer-api.ts'
import { subscriptionsApi } from './traffic/subscriptions/subscriptions-api.ts'
import { topicsApi } from './traffic/subscriptions/topics-api.ts'

/** Every resource of the API under its name in the contract: one that is left out does not compile. Written by `npm run format`. */
export const apiResources = {
  login: loginApi,
  users: usersApi,
  apiKeys: apiKeysApi,
  nodes: nodesApi,
  stats: statsApi,
  metrics: metricsApi,
  monitor: monitorApi,
  cluster: clusterApi,
  clients: clientsApi,
  subscriptions: subscriptionsApi,
  topics: topicsApi,
  listeners: listenersApi,
  publish: publishApi,
  alarms: alarmsApi,
  banned: bannedApi,
  backups: backupsApi,
  retainer: retainerApi,
  delayed: delayedApi,
  autoSubscribe: autoSubscribeApi,
  topicRewrite: topicRewriteApi,
  topicMetrics: topicMetricsApi,
  slowSubscriptions: slowSubscriptionsApi,
  trace: traceApi,
  status: statusApi,
  authentication: authenticationApi,
  authorization: authorizationApi,
  authorizationRules: authorizationRulesApi,
  connectors: connectorsApi,
  exhooks: exhooksApi,
  plugins: pluginsApi,
  rules: rulesApi,
  configs: configsApi,
  schemas: schemasApi,
  prometheus: prometheusApi,
  audit: auditApi,
  license: licenseApi,
  opentelemetry: opentelemetryApi,
  schemaFigures: schemaFiguresApi,
  sso: ssoApi,
  actions: actionsApi,
  sources: sourcesApi,
  messageTransformations: messageTransformationsApi,
  schemaValidations: schemaValidationsApi,
  gatewayClients: gatewayClientsApi,
  gateways: gatewaysApi,
  clusterLinks: clusterLinksApi,
  externalRegistries: externalRegistriesApi,
  schemaRegistry: schemaRegistryApi,
  gatewayDevices: gatewayDevicesApi,
  gatewayAuthentication: gatewayAuthenticationApi,
  gatewayListenerAuthentication: gatewayListenerAuthenticationApi,
  fileTransfer: fileTransferApi,
  gcpDevices: gcpDevicesApi,
  loadRebalance: loadRebalanceApi,
  durableQueues: durableQueuesApi,
  durableStorage: durableStorageApi,
  telemetry: telemetryApi,
  relup: relupApi,
} as const satisfies { readonly [K in keyof Contract]: ApiResource<Contract[K]> }

/** The configuration roots of all resources. */
export const ownRoots = Object.values(apiResources).flatMap(({ roots }): readonly ConfigRoot[] => roots)
