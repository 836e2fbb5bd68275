/** A validation error at one path, in the words of the broker. */
export interface Fault {
  readonly path: string
  readonly kind: 'validation_error'
  readonly reason?: unknown
  readonly value?: unknown
  readonly [detail: string]: unknown
}

export type Path = readonly (string | number)[]

/** Formats a path; list items are numbered from 1. */
export const formatPath = (path: Path): string =>
  path.map((key) => (typeof key === 'number' ? String(key + 1) : key)).join('.')

/** The maximum length of a value in an error, since a request may have megabytes. */
const longestEcho = 4096

function echoValue(value: unknown): unknown {
  try {
    const json = JSON.stringify(value) ?? 'null'
    return json.length <= longestEcho ? value : json.slice(0, longestEcho)
  } catch {
    // The value is nested too deeply to be printed.
    return '…'
  }
}

export function fault(path: Path, reason: unknown, details: Readonly<Record<string, unknown>> = {}): Fault {
  return { ...details, reason, path: formatPath(path), kind: 'validation_error' }
}

export function valueFault(path: Path, reason: unknown, value: unknown): Fault {
  return fault(path, reason, { value: echoValue(value) })
}

/** Lists the invalid paths of a stored document without their values, since a value may be a password. */
export const describeFaults = (faults: readonly Fault[]): string =>
  faults.map(({ path }) => `${path} is not as expected`).join('; ')

/** Puts a name such as `listeners:tcp_required_bind` before the matched type that an inner union has reported. */
export function toMatchedFault(one: Fault, name: string): Fault {
  const inner = one['matched_type']
  return { ...one, matched_type: typeof inner === 'string' ? `${name}/${inner}` : name }
}

/** The value with its defaults filled in, in its original spelling, or all errors of the value. */
export type Checked = { readonly value: unknown } | { readonly faults: readonly Fault[] }
