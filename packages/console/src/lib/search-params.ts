/** A query as it is written: texts, repeated keys as lists. What a text means is up to the schema of its reader. */
export type SearchParams = Readonly<Record<string, string | readonly string[]>>

/** Never guesses a type: `clientid=0042` stays a text. */
export function parseSearchParams(search: string): SearchParams {
  const parsed = new Map<string, string | readonly string[]>()
  const given = new URLSearchParams(search)
  for (const key of new Set(given.keys())) {
    const values = given.getAll(key)
    parsed.set(key, values.length > 1 ? values : (values[0] ?? ''))
  }
  return Object.fromEntries(parsed)
}

/** `undefined`, `null` and empty texts are left out, so that a link holds only what was chosen. */
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
