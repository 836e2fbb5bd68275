import type { Alarm } from '@brokerdeck/contract/monitoring/alarms.ts'
import { type AlarmKind, alarmKind } from './alarm-kind.ts'
import { alarm as m } from './messages.ts'

const titles: Record<AlarmKind, string> = {
  high_cpu_usage: m.cpu,
  high_system_memory_usage: m.memory,
  high_process_memory_usage: m.processMemory,
  too_many_processes: m.processes,
  runq_overload: m.runQueue,
  mnesia_transaction_manager_overload: m.database,
  broker_pool_overload: m.workers,
  partition: m.partition,
  cluster_rpc_apply_failed: m.configuration,
  license_quota: m.licenseQuota,
  license_expiry: m.licenseExpiry,
  conn_congestion: m.congestion,
  resource: m.resource,
  cluster_link: m.clusterLink,
  node_down: m.nodeDown,
  storage_failed: m.storage,
  message_queue_bytes_limit: m.queueBytes,
  stored_message_bytes_limit: m.messageBytes,
  subscriptions_limit: m.subscriptions,
  rule_time_limit: m.ruleTime,
  rule_republish_limit: m.ruleRepublish,
  rule_backlog_limit: m.ruleBacklog,
  log_failed: m.log,
  pushgateway_export_failed: m.pushgateway,
  opentelemetry_export_failed: m.telemetry,
}

/** Tells whether the quota is exceeded; `usage` is a text such as `204.5%`. */
function isOverQuota({ usage }: Alarm['details']): boolean {
  return typeof usage === 'string' && Number.parseFloat(usage) > 100
}

/** Returns the title of an alarm; `undefined` for an alarm with a foreign name. */
export function alarmTitle(alarm: Pick<Alarm, 'name' | 'details'>): string | undefined {
  const kind = alarmKind(alarm)
  if (kind === 'license_quota' && isOverQuota(alarm.details)) return m.licenseExceeded
  return kind && titles[kind]
}

/**
 * Tells whether a text is an Erlang term, in which a broker gives the reason of an outage, and not a readable
 * sentence.
 */
export const isTerm = (text: string): boolean => /[{}<>]/.test(text)
