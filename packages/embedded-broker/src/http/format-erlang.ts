/** A JSON value as Erlang prints it, which is how the audit log shows bodies: `#{<<"a">> => 1}`, keys sorted. */
export function formatErlang(value: unknown): string {
  if (typeof value === 'string') return `<<${JSON.stringify(value)}>>`
  if (Array.isArray(value)) return `[${value.map(formatErlang).join(',')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `#{${entries.map(([key, inner]) => `${formatErlang(key)} => ${formatErlang(inner)}`).join(',')}}`
}
