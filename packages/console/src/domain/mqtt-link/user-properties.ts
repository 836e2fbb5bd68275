/** The library's spelling of user properties: a name that stands there several times has a list. */
type PropertyRecord = Record<string, string | string[]>

export function pairsToRecord(pairs: readonly (readonly [string, string])[]): PropertyRecord {
  const names = new Map<string, string[]>()
  for (const [name, value] of pairs) names.set(name, [...(names.get(name) ?? []), value])
  return Object.fromEntries(
    [...names].map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]),
  )
}

export function recordToPairs(record: Readonly<Record<string, unknown>>): [string, string][] {
  return Object.entries(record).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one): [string, string] => [name, String(one)]),
  )
}
