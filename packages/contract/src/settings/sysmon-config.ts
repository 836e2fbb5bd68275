import { literal, oneOf } from '../description/choices.ts'
import {
  boolean,
  byteSize,
  duration,
  durationFrom,
  integer,
  percent,
  positiveInteger,
} from '../description/scalars.ts'
import { field, listOf, newer, struct, union, withDefault } from '../description/schema.ts'
import { tolerant, type ValueOf } from '../description/tolerant.ts'

/** The word `disabled`, an alternative to a duration or a size, disables the check. */
const disabled = literal('disabled')
const interval = durationFrom('1s')

const vm = struct('emqx:sysmon_vm', {
  process_check_interval: withDefault(interval, '30s'),
  process_high_watermark: withDefault(percent, '80%'),
  process_low_watermark: withDefault(percent, '60%'),
  long_gc: withDefault(union(duration, disabled), 'disabled'),
  long_schedule: withDefault(union(duration, disabled), '240ms'),
  large_heap: withDefault(union(byteSize, disabled), '32MB'),
  busy_dist_port: withDefault(boolean, true),
  busy_port: withDefault(boolean, true),
})

const os = struct('emqx:sysmon_os', {
  cpu_check_interval: withDefault(interval, '60s'),
  cpu_high_watermark: withDefault(percent, '80%'),
  cpu_low_watermark: withDefault(percent, '60%'),
  mem_check_interval: withDefault(union(interval, disabled), '60s'),
  sysmem_high_watermark: withDefault(percent, '70%'),
  procmem_high_watermark: withDefault(percent, '5%'),
})

/** Older brokers do not monitor their own queues. */
const queueLength = newer(withDefault(positiveInteger, 500))

export const sysmonSettings = struct('emqx:sysmon', {
  vm: field(vm),
  os: field(os),
  mnesia_tm_mailbox_size_alarm_threshold: queueLength,
  broker_pool_mailbox_size_alarm_threshold: queueLength,
})
export const sysmonConfigSchema = tolerant(sysmonSettings)
export type SysmonConfig = ValueOf<typeof sysmonSettings>

export const alarmSettings = struct('emqx:alarm', {
  actions: withDefault(listOf(oneOf('log', 'publish')), ['log', 'publish']),
  size_limit: withDefault(integer(1, 3000), 1000),
  validity_period: withDefault(duration, '24h'),
})
export const alarmConfigSchema = tolerant(alarmSettings)
export type AlarmConfig = ValueOf<typeof alarmSettings>
