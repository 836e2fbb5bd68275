import * as v from 'valibot'
import { configDuration, configPercent, configSize } from '../config-scalars.ts'

/** The word `disabled` beside a duration or a size switches that check off. */
export const sysmonConfigSchema = v.looseObject({
  os: v.looseObject({
    cpu_check_interval: configDuration,
    cpu_high_watermark: configPercent,
    cpu_low_watermark: configPercent,
    mem_check_interval: configDuration,
    sysmem_high_watermark: configPercent,
    procmem_high_watermark: configPercent,
  }),
  vm: v.looseObject({
    process_check_interval: configDuration,
    process_high_watermark: configPercent,
    process_low_watermark: configPercent,
    long_gc: configDuration,
    long_schedule: configDuration,
    large_heap: configSize,
    busy_port: v.boolean(),
    busy_dist_port: v.boolean(),
  }),
  broker_pool_mailbox_size_alarm_threshold: v.optional(v.number()),
  mnesia_tm_mailbox_size_alarm_threshold: v.optional(v.number()),
})
export type SysmonConfig = v.InferOutput<typeof sysmonConfigSchema>

export const alarmActions = ['log', 'publish'] as const

export const alarmConfigSchema = v.looseObject({
  actions: v.array(v.picklist(alarmActions)),
  size_limit: v.number(),
  validity_period: configDuration,
})
export type AlarmConfig = v.InferOutput<typeof alarmConfigSchema>
