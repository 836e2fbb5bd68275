import * as v from 'valibot'
import { configDuration, configSize } from '../config-scalars.ts'

/** From the quietest need to the loudest; `all` is as `debug`. */
export const logLevels = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
  'all',
] as const
export const logFormatters = ['text', 'json'] as const
export const timestampFormats = ['auto', 'epoch', 'rfc3339'] as const
export const payloadEncodings = ['hex', 'text', 'hidden'] as const

const handler = {
  enable: v.boolean(),
  level: v.picklist(logLevels),
  formatter: v.picklist(logFormatters),
  timestamp_format: v.picklist(timestampFormats),
  time_offset: v.string(),
  payload_encode: v.picklist(payloadEncodings),
}
const rotation = { path: v.string(), rotation_count: v.number(), rotation_size: configSize }

export const consoleLogSchema = v.looseObject(handler)
export type ConsoleLogConfig = v.InferOutput<typeof consoleLogSchema>

export const fileLogSchema = v.looseObject({ ...handler, ...rotation })
export type FileLogConfig = v.InferOutput<typeof fileLogSchema>

/** Enterprise. */
export const auditLogSchema = v.looseObject({
  enable: v.boolean(),
  ...rotation,
  max_filter_size: v.number(),
  ignore_high_frequency_request: v.boolean(),
  level: v.optional(v.picklist(logLevels)),
  payload_encode: v.optional(v.picklist(payloadEncodings)),
  timestamp_format: v.optional(v.picklist(timestampFormats)),
  time_offset: v.optional(v.string()),
})

/** `file` is read as handlers by name, mostly only `default`; a single handler may be written in its place. */
export const logConfigSchema = v.looseObject({
  console: consoleLogSchema,
  file: v.record(v.string(), fileLogSchema),
  throttling: v.looseObject({ time_window: configDuration }),
  audit: v.optional(auditLogSchema),
})
export type LogConfig = v.InferOutput<typeof logConfigSchema>
