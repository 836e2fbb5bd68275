import type { Alarm } from '@brokerdeck/contract/monitoring/alarms.ts'

/** The alarms of EMQX 5.8, and from `node_down` on those of the embedded broker. */
const names = [
  'high_cpu_usage',
  'high_system_memory_usage',
  'high_process_memory_usage',
  'too_many_processes',
  'runq_overload',
  'mnesia_transaction_manager_overload',
  'broker_pool_overload',
  'partition',
  'cluster_rpc_apply_failed',
  'license_quota',
  'license_expiry',
  'conn_congestion',
  'resource',
  'cluster_link',
  'node_down',
  'storage_failed',
  'message_queue_bytes_limit',
  'stored_message_bytes_limit',
  'subscriptions_limit',
  'rule_time_limit',
  'rule_republish_limit',
  'rule_backlog_limit',
  'log_failed',
  'pushgateway_export_failed',
  'opentelemetry_export_failed',
] as const
export type AlarmKind = (typeof names)[number]

const kinds: ReadonlyMap<string, AlarmKind> = new Map(names.map((name) => [name, name]))

/** An alarm of a resource is named after the resource, so its kind is recognised by its reason. */
const reasons: ReadonlyMap<unknown, AlarmKind> = new Map([
  ['resource_down', 'resource'],
  ['cluster_link_down', 'cluster_link'],
])

const resourceName = /^(?:action|bridge|connector|source):/

/**
 * Returns the kind of an alarm; `undefined` if it is unknown. Names continue behind a slash:
 * `conn_congestion/<client>/<user>`.
 */
export function alarmKind({ name, details }: Pick<Alarm, 'name' | 'details'>): AlarmKind | undefined {
  const [family = name] = name.split('/', 1)
  return (
    reasons.get(details['reason']) ?? kinds.get(family) ?? (resourceName.test(name) ? 'resource' : undefined)
  )
}
