import type { Fault } from '../config/fault.ts'

/**
 * Formats a JSON value as Erlang prints it, which is how the audit log shows bodies: `#{<<"a">> => 1}`, keys sorted.
 */
export function formatErlang(value: unknown): string {
  if (typeof value === 'string') return `<<${JSON.stringify(value)}>>`
  if (Array.isArray(value)) return `[${value.map(formatErlang).join(',')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `#{${entries.map(([key, inner]) => `${formatErlang(key)} => ${formatErlang(inner)}`).join(',')}}`
}

/** Formats a validation error for messages in which the broker uses Erlang instead of JSON. */
export function formatFault(fault: Fault): string {
  const entries = Object.entries(fault).sort(([a], [b]) => (a < b ? -1 : 1))
  return `#{${entries.map(([key, value]) => `${key} => ${key === 'value' ? formatGiven(value) : formatSaid(value)}`).join(',')}}`
}

function formatGiven(value: unknown): string {
  return typeof value === 'string' ? `<<${JSON.stringify(value)}>>` : (JSON.stringify(value) ?? 'undefined')
}

function formatSaid(value: unknown): string {
  if (typeof value === 'object' && value !== null) {
    return `#{${Object.entries(value)
      .map(([key, inner]) => `${key} => ${formatSaid(inner)}`)
      .join(',')}}`
  }
  const text = String(value)
  return /^[a-z][a-z_]*$/.test(text) ? text : JSON.stringify(text)
}
