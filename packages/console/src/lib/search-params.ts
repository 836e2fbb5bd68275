/** The query of an address as texts, with repeated keys as lists. The schema of the reader interprets the texts. */
export type SearchParams = Readonly<Record<string, string | readonly string[]>>

/** Parses a query without guessing types: `clientid=0042` stays a text. */
export function parseSearchParams(search: string): SearchParams {
  const parsed = new Map<string, string | readonly string[]>()
  const given = new URLSearchParams(search)
  for (const key of new Set(given.keys())) {
    const values = given.getAll(key)
    parsed.set(key, values.length > 1 ? values : (values[0] ?? ''))
  }
  return Object.fromEntries(parsed)
}

/** Prints a query; `undefined`, `null` and empty texts are left out, so that a link contains only what was chosen. */
export function printSearchParams(search: Readonly<Record<string, unknown>>): string {
  const printed = new URLSearchParams()
  for (const [key, value] of Object.entries(search)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null && item !== '') printed.append(key, String(item))
    }
  }
  const text = printed.toString()
  return text === '' ? '' : `?${text}`
}
