import { literal, oneOf } from '@brokerdeck/contract/description/choices.ts'
import { integer } from '@brokerdeck/contract/description/numbers.ts'
import { boolean, byteSize, duration, textMatching } from '@brokerdeck/contract/description/scalars.ts'
import { field, mapOf, struct, union, withDefault } from '@brokerdeck/contract/description/structures.ts'
import {
  logConfigSchema,
  logFormatters,
  logLevels,
  payloadEncodings,
  timestampFormats,
} from '@brokerdeck/contract/settings/log-config.ts'
import { brokerPath } from '../broker-path.ts'
import { configRoot } from '../config-root.ts'
import { logPath } from '../log-path.ts'
import { isPlainObject } from '../plain-object.ts'

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
  payload_encode: withDefault(oneOf(...payloadEncodings), 'text'),
  ...times,
}

/** Understood and never shown; they tune a process that does not exist here. */
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

const rotation = {
  rotation_count: withDefault(integer(1, 128), 10),
  rotation_size: withDefault(union(literal('infinity'), byteSize), '50MB'),
}

const consoleHandler = struct(
  'emqx:console_handler',
  { enable: withDefault(boolean, false), ...handler },
  { hidden },
)

const fileHandler = struct(
  'emqx:log_file_handler',
  {
    enable: withDefault(boolean, true),
    path: withDefault(logPath, brokerPath('EMQX_LOG_DIR', 'emqx.log')),
    ...rotation,
    ...handler,
  },
  { hidden, aliases: { to: 'path' } },
)

const audit = struct('emqx:log_audit_handler', {
  enable: withDefault(boolean, false),
  path: withDefault(logPath, brokerPath('EMQX_LOG_DIR', 'audit.log')),
  ...rotation,
  max_filter_size: withDefault(integer(10, 30_000), 5000),
  ignore_high_frequency_request: withDefault(boolean, true),
  level: withDefault(oneOf(...logLevels), 'info'),
  payload_encode: withDefault(oneOf(...payloadEncodings), 'text'),
  ...times,
})

const common = {
  console: field(consoleHandler),
  file: withDefault(union(mapOf('handler_name', fileHandler), fileHandler), { default: {} }),
  throttling: field(
    struct('emqx:log_throttling', { time_window: withDefault(duration, '1m') }, { hidden: ['msgs'] }),
  ),
}
const aliases = { console_handler: 'console', file_handlers: 'file' }

export const logRoot = configRoot({
  name: 'log',
  shape: logConfigSchema,
  schema: struct('emqx:log', common, { aliases }),
  enterprise: struct('emqx:log', { ...common, audit: field(audit) }, { aliases }),
  normalize: withNamedHandlers,
})

/** One file handler may be written in the place of handlers by name; it is kept as the one named `default`. */
function withNamedHandlers(document: unknown): unknown {
  if (!isPlainObject(document) || !isPlainObject(document['file'])) return document
  const { file } = document
  return Object.values(file).every(isPlainObject) ? document : { ...document, file: { default: file } }
}
