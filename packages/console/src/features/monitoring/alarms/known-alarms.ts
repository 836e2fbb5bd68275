import type { AlarmKind } from '#domain/alarm/alarm-kind.ts'
import { alarms as m } from '#features/monitoring/messages/alarms.ts'
import { type Address, linkTo } from '#routes/routes.ts'

interface KnownAlarm {
  /** The level as EMQX documents it. Levels of alarms that EMQX does not document follow the same pattern. */
  readonly level: 'critical' | 'warning'
  readonly meaning: string
  readonly advice: string
  /** The link to the page that shows more or where the advice can be followed. */
  readonly help?: { readonly label: string; readonly to: Address }
}

const toNodes = { label: m.toNodes, to: linkTo('nodes') }
const toCluster = { label: m.toCluster, to: linkTo('cluster') }
const toRules = { label: m.toRules, to: linkTo('rules') }
const toLicense = { label: m.toLicense, to: linkTo('license') }

/** The level, the meaning and the advice of each known alarm. */
export const knownAlarms: Record<AlarmKind, KnownAlarm> = {
  high_cpu_usage: { level: 'warning', meaning: m.cpuMeaning, advice: m.cpuAdvice, help: toNodes },
  high_system_memory_usage: {
    level: 'warning',
    meaning: m.memoryMeaning,
    advice: m.memoryAdvice,
    help: toNodes,
  },
  high_process_memory_usage: {
    level: 'warning',
    meaning: m.processMemoryMeaning,
    advice: m.processMemoryAdvice,
    help: { label: m.toClients, to: linkTo('clients') },
  },
  too_many_processes: {
    level: 'warning',
    meaning: m.processesMeaning,
    advice: m.processesAdvice,
    help: { label: m.toListeners, to: linkTo('listeners') },
  },
  runq_overload: {
    level: 'warning',
    meaning: m.runQueueMeaning,
    advice: m.runQueueAdvice,
    help: { label: m.toLimiter, to: linkTo('limiter') },
  },
  mnesia_transaction_manager_overload: {
    level: 'warning',
    meaning: m.databaseMeaning,
    advice: m.databaseAdvice,
    help: { label: m.toSubscriptions, to: linkTo('subscriptions') },
  },
  broker_pool_overload: {
    level: 'warning',
    meaning: m.workersMeaning,
    advice: m.workersAdvice,
    help: { label: m.toSubscriptions, to: linkTo('subscriptions') },
  },
  partition: { level: 'critical', meaning: m.partitionMeaning, advice: m.partitionAdvice, help: toCluster },
  cluster_rpc_apply_failed: {
    level: 'critical',
    meaning: m.configurationMeaning,
    advice: m.configurationAdvice,
    help: { label: m.toConfiguration, to: linkTo('configuration') },
  },
  license_quota: {
    level: 'warning',
    meaning: m.licenseQuotaMeaning,
    advice: m.licenseQuotaAdvice,
    help: toLicense,
  },
  license_expiry: {
    level: 'critical',
    meaning: m.licenseExpiryMeaning,
    advice: m.licenseExpiryAdvice,
    help: toLicense,
  },
  conn_congestion: {
    level: 'critical',
    meaning: m.congestionMeaning,
    advice: m.congestionAdvice,
    help: { label: m.toClients, to: linkTo('clients') },
  },
  resource: { level: 'critical', meaning: m.resourceMeaning, advice: m.resourceAdvice },
  cluster_link: { level: 'critical', meaning: m.clusterLinkMeaning, advice: m.clusterLinkAdvice },
  node_down: { level: 'critical', meaning: m.nodeDownMeaning, advice: m.nodeDownAdvice, help: toNodes },
  message_queue_bytes_limit: {
    level: 'warning',
    meaning: m.queueBytesMeaning,
    advice: m.queueBytesAdvice,
    help: { label: m.toClients, to: linkTo('clients') },
  },
  stored_message_bytes_limit: {
    level: 'critical',
    meaning: m.messageBytesMeaning,
    advice: m.messageBytesAdvice,
    help: { label: m.toClients, to: linkTo('clients') },
  },
  subscriptions_limit: {
    level: 'critical',
    meaning: m.subscriptionsMeaning,
    advice: m.subscriptionsAdvice,
    help: { label: m.toClients, to: linkTo('clients') },
  },
  rule_time_limit: {
    level: 'warning',
    meaning: m.ruleTimeMeaning,
    advice: m.ruleTimeAdvice,
    help: toRules,
  },
  rule_republish_limit: {
    level: 'critical',
    meaning: m.ruleRepublishMeaning,
    advice: m.ruleRepublishAdvice,
    help: toRules,
  },
  rule_backlog_limit: {
    level: 'critical',
    meaning: m.ruleBacklogMeaning,
    advice: m.ruleBacklogAdvice,
    help: toRules,
  },
  storage_failed: { level: 'critical', meaning: m.storageMeaning, advice: m.storageAdvice },
  log_failed: {
    level: 'warning',
    meaning: m.logMeaning,
    advice: m.logAdvice,
    help: { label: m.toLog, to: linkTo('log') },
  },
  pushgateway_export_failed: {
    level: 'warning',
    meaning: m.pushgatewayMeaning,
    advice: m.pushgatewayAdvice,
    help: { label: m.toMonitoring, to: linkTo('monitoringIntegration') },
  },
  opentelemetry_export_failed: {
    level: 'warning',
    meaning: m.telemetryMeaning,
    advice: m.telemetryAdvice,
    help: { label: m.toMonitoring, to: linkTo('monitoringIntegration', { tab: 'opentelemetry' }) },
  },
}
