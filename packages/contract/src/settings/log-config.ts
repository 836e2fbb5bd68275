import { literal, oneOf } from '../description/choices.ts'
import { boolean, byteSize, durationFrom, integer, textMatching } from '../description/scalars.ts'
import { field, mapOf, newer, struct, union, withAnswer, withDefault } from '../description/schema.ts'
import { tolerant, type ValueOf } from '../description/tolerant.ts'

/** The log levels from the least to the most severe; `all` equals `debug`. */
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
export const logPayloadEncodings = ['hex', 'text', 'hidden'] as const

const timeOffset = textMatching(
  'emqx_conf_schema:timezone()',
  /^(system|utc|[+-](0\d|1[0-4]):[0-5]\d)$/,
  'Invalid time offset, should be of format: +[hh]:[mm], i.e. +08:00 or -02:00',
)

const times = {
  timestamp_format: withDefault(oneOf(...timestampFormats), 'auto'),
  time_offset: withDefault(timeOffset, 'system'),
}

const handler = {
  level: withDefault(oneOf(...logLevels), 'warning'),
  formatter: withDefault(oneOf(...logFormatters), 'text'),
  payload_encode: withDefault(oneOf(...logPayloadEncodings), 'text'),
  ...times,
}

/** The settings that are accepted but never returned: they tune EMQX's log processes. */
const hidden = [
  'burst_limit',
  'chars_limit',
  'drop_mode_qlen',
  'flush_qlen',
  'max_depth',
  'overload_kill',
  'single_line',
  'supervisor_reports',
  'sync_mode_qlen',
  'with_mfa',
]

/**
 * Only the embedded broker checks the path and writes below its log directory: a user of the API must not be able to
 * write elsewhere on that machine. EMQX accepts any path.
 */
const logPath = textMatching(
  'emqx_conf_schema:file()',
  /^(\$\{EMQX_LOG_DIR\}\/)?(?!\.{1,2}(\/|$))[\w.@ -]+(\/(?!\.{1,2}(\/|$))[\w.@ -]+){0,8}$/,
  `The embedded broker writes its log below \${EMQX_LOG_DIR} only`,
)

const rotation = {
  rotation_count: withDefault(integer(1, 128), 10),
  rotation_size: withDefault(union(literal('infinity'), byteSize), '50MB'),
}

export const consoleLogSettings = struct(
  'emqx:console_handler',
  { enable: withDefault(boolean, false), ...handler },
  { hidden },
)
export type ConsoleLogConfig = ValueOf<typeof consoleLogSettings>

export const fileLogSettings = struct(
  'emqx:log_file_handler',
  {
    enable: withDefault(boolean, true),
    path: withDefault(logPath, `\${EMQX_LOG_DIR}/emqx.log`),
    ...rotation,
    ...handler,
  },
  { hidden, aliases: { to: 'path' } },
)
export type FileLogConfig = ValueOf<typeof fileLogSettings>

export const auditLogSettings = struct('emqx:log_audit_handler', {
  enable: withDefault(boolean, false),
  path: withDefault(logPath, `\${EMQX_LOG_DIR}/audit.log`),
  ...rotation,
  max_filter_size: withDefault(integer(10, 30_000), 5000),
  ignore_high_frequency_request: withDefault(boolean, true),
  level: newer(withDefault(oneOf(...logLevels), 'info')),
  payload_encode: newer(withDefault(oneOf(...logPayloadEncodings), 'text')),
  timestamp_format: newer(times.timestamp_format),
  time_offset: newer(times.time_offset),
})

export const throttlingSettings = struct(
  'emqx:log_throttling',
  { time_window: withDefault(durationFrom('1s'), '1m') },
  { hidden: ['msgs'] },
)

const namedHandlers = mapOf('handler_name', fileLogSettings)

const common = {
  console: field(consoleLogSettings),
  /** The handlers by name, usually only `default`; a request may contain a single handler in their place. */
  file: withDefault(withAnswer(union(namedHandlers, fileLogSettings), namedHandlers), { default: {} }),
  throttling: field(throttlingSettings),
}
const aliases = { console_handler: 'console', file_handlers: 'file' }

export const logSettings = struct('emqx:log', common, { aliases })
export const enterpriseLogSettings = struct(
  'emqx:log',
  { ...common, audit: newer(field(auditLogSettings)) },
  { aliases },
)
export const logConfigSchema = tolerant(enterpriseLogSettings)
export type LogConfig = ValueOf<typeof enterpriseLogSettings>
