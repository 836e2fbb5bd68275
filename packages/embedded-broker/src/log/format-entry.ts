import type { ConsoleLogConfig } from '@brokerdeck/contract/settings/log-config.ts'
import type { LogEntry } from './log-entry.ts'
import { visibleJson } from './visible-json.ts'

type Format = Pick<ConsoleLogConfig, 'formatter' | 'timestamp_format' | 'time_offset' | 'payload_encode'>

/** The maximum number of payload bytes on a line, so that lines stay short. */
const shownPayload = 1024

/**
 * Formats one line without its line end. Texts of devices are quoted, so that they cannot start a line of their own.
 */
export function formatEntry(entry: LogEntry, format: Format): string {
  const time = formatTime(entry.time, format)
  const payload = formatPayload(entry, format.payload_encode)
  const details = Object.entries({ ...entry.details, ...(payload === undefined ? {} : { payload }) })
  if (format.formatter === 'json') {
    return visibleJson({ time, level: entry.level, msg: entry.message, ...Object.fromEntries(details) })
  }
  const parts = details.flatMap(([name, value]) =>
    value === undefined ? [] : [`, ${name}: ${plainOrQuoted(value)}`],
  )
  return `${time} [${entry.level}] msg: ${entry.message}${parts.join('')}`
}

function plainOrQuoted(value: string | number | boolean): string {
  const text = String(value)
  return /^[\w.:@/+*#$()~-]+$/.test(text) ? text : visibleJson(text)
}

function formatPayload({ payload }: LogEntry, encoding: Format['payload_encode']): string | undefined {
  if (payload === undefined) return undefined
  if (encoding === 'hidden') return '******'
  const shown = Buffer.from(payload.subarray(0, shownPayload))
  const text = encoding === 'hex' ? shown.toString('hex').toUpperCase() : shown.toString('utf8')
  const rest = payload.length - shown.length
  return rest === 0 ? text : `${text}…(${rest} bytes)`
}

/** `auto` is a date in text and microseconds in JSON, as in EMQX. */
function formatTime(time: number, { formatter, timestamp_format, time_offset }: Format): string | number {
  const isEpoch = timestamp_format === 'epoch' || (timestamp_format === 'auto' && formatter === 'json')
  if (isEpoch) return time * 1000
  const minutes = offsetMinutes(time, time_offset)
  const local = new Date(time + minutes * 60_000).toISOString().slice(0, -1)
  const sign = minutes < 0 ? '-' : '+'
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `${local}${sign}${twoDigits(hours)}:${twoDigits(rest)}`
}

function offsetMinutes(time: number, offset: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)$/.exec(offset) ?? []
  if (sign !== undefined) return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
  return offset === 'system' ? -new Date(time).getTimezoneOffset() : 0
}

const twoDigits = (count: number): string => String(count).padStart(2, '0')
