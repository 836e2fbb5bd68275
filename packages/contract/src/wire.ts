import type { Endpoint } from './endpoint.ts'

/** A query as it goes into an address: lists as repeated keys, what is not given left out. */
export function toSearch(query: object | undefined): URLSearchParams {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query ?? {})) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) search.append(key, String(one))
    }
  }
  return search
}

/** The other way: a key that occurs once is a text, one that is repeated a list. */
export function fromSearch(search: URLSearchParams): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null)
  for (const key of new Set(search.keys())) {
    const values = search.getAll(key)
    query[key] = values.length === 1 ? (values[0] ?? '') : values
  }
  return query
}

/**
 * Values that no path can carry: an empty one would ask the list instead, and every HTTP client takes `.` and `..` out
 * of a path, even written as `%2E` (WHATWG URL), so that kicking the client `..` would be asking for something else.
 */
export function canAddress(value: string): boolean {
  return value !== '' && value !== '.' && value !== '..' && !/\p{Surrogate}/u.test(value)
}

export class UnaddressableError extends Error {
  override readonly name = 'UnaddressableError'
  readonly parameter: string

  constructor(path: string, parameter: string) {
    super(`${path} cannot be asked for this ${parameter}`)
    this.parameter = parameter
  }
}

/** The path of an endpoint below `/api/v5` with its parameters in place; throws UnaddressableError. */
export function buildPath(endpoint: Pick<Endpoint, 'path'>, params: object | undefined): string {
  const values = new Map<string, unknown>(Object.entries(params ?? {}))
  return endpoint.path.replaceAll(/:([a-z_]+)/g, (_, name: string) => {
    const value = String(values.get(name) ?? '')
    if (!canAddress(value)) throw new UnaddressableError(endpoint.path, name)
    return encodeURIComponent(value)
  })
}
