import { literal, oneOf } from '@brokerdeck/contract/description/choices.ts'
import { integer, positiveInteger } from '@brokerdeck/contract/description/numbers.ts'
import { boolean, byteSize, duration, percent } from '@brokerdeck/contract/description/scalars.ts'
import { field, listOf, struct, union, withDefault } from '@brokerdeck/contract/description/structures.ts'
import {
  alarmActions,
  alarmConfigSchema,
  sysmonConfigSchema,
} from '@brokerdeck/contract/settings/sysmon-config.ts'
import { configRoot } from '../config-root.ts'

const disabled = literal('disabled')

const vm = struct('emqx:sysmon_vm', {
  process_check_interval: withDefault(duration, '30s'),
  process_high_watermark: withDefault(percent, '80%'),
  process_low_watermark: withDefault(percent, '60%'),
  long_gc: withDefault(union(duration, disabled), 'disabled'),
  long_schedule: withDefault(union(duration, disabled), '240ms'),
  large_heap: withDefault(union(byteSize, disabled), '32MB'),
  busy_dist_port: withDefault(boolean, true),
  busy_port: withDefault(boolean, true),
})

const os = struct('emqx:sysmon_os', {
  cpu_check_interval: withDefault(duration, '60s'),
  cpu_high_watermark: withDefault(percent, '80%'),
  cpu_low_watermark: withDefault(percent, '60%'),
  mem_check_interval: withDefault(union(duration, disabled), '60s'),
  sysmem_high_watermark: withDefault(percent, '70%'),
  procmem_high_watermark: withDefault(percent, '5%'),
})

export const sysmonRoot = configRoot({
  name: 'sysmon',
  shape: sysmonConfigSchema,
  schema: struct('emqx:sysmon', {
    vm: field(vm),
    os: field(os),
    mnesia_tm_mailbox_size_alarm_threshold: withDefault(positiveInteger, 500),
    broker_pool_mailbox_size_alarm_threshold: withDefault(positiveInteger, 500),
  }),
})

export const alarmRoot = configRoot({
  name: 'alarm',
  shape: alarmConfigSchema,
  schema: struct('emqx:alarm', {
    actions: withDefault(listOf(oneOf(...alarmActions)), ['log', 'publish']),
    size_limit: withDefault(integer(1, 3000), 1000),
    validity_period: withDefault(duration, '24h'),
  }),
})
