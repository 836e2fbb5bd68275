export type RawQuery = Readonly<Record<string, string | readonly string[]>>

/** Keys and values of a query; a repeated key becomes a list. Undefined if an escape is broken. */
export function parseQuery(text: string): RawQuery | undefined {
  const query = new Map<string, string | string[]>()
  for (const pair of text.split('&')) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    const key = decode(equals < 0 ? pair : pair.slice(0, equals))
    const value = decode(equals < 0 ? '' : pair.slice(equals + 1))
    if (key === undefined || value === undefined) return undefined
    const before = query.get(key)
    if (before === undefined) query.set(key, value)
    else if (typeof before === 'string') query.set(key, [before, value])
    else before.push(value)
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
