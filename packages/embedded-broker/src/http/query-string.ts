export type RawQuery = Readonly<Record<string, string | readonly string[]>>

/** Keys and values of a query; a repeated key becomes a list. Undefined if an escape is broken. */
export function parseQuery(text: string): RawQuery | undefined {
  const query = new Map<string, string | readonly string[]>()
  for (const pair of text.split('&')) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    const key = decode(equals < 0 ? pair : pair.slice(0, equals))
    const value = decode(equals < 0 ? '' : pair.slice(equals + 1))
    if (key === undefined || value === undefined) return undefined
    const before = query.get(key)
    query.set(
      key,
      before === undefined ? value : typeof before === 'string' ? [before, value] : [...before, value],
    )
  }
  return Object.fromEntries(query)
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}
