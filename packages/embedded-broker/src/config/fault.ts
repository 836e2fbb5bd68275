/** What is wrong at one place; the words of the broker. */
export interface Fault {
  readonly path: string
  readonly kind: 'validation_error'
  readonly reason?: unknown
  readonly value?: unknown
  readonly [detail: string]: unknown
}

export type Path = readonly (string | number)[]

/** List items are counted from 1. */
export const formatPath = (path: Path): string =>
  path.map((key) => (typeof key === 'number' ? String(key + 1) : key)).join('.')

/** Long values are not echoed: the request may have megabytes. */
const longestEcho = 4096

function echoValue(value: unknown): unknown {
  try {
    const json = JSON.stringify(value) ?? 'null'
    return json.length <= longestEcho ? value : json.slice(0, longestEcho)
  } catch {
    // Nested deeper than can be printed: there is nothing to read in it anyway.
    return '…'
  }
}

export function fault(path: Path, reason: unknown, details: Readonly<Record<string, unknown>> = {}): Fault {
  return { ...details, reason, path: formatPath(path), kind: 'validation_error' }
}

export function valueFault(path: Path, reason: unknown, value: unknown): Fault {
  return fault(path, reason, { value: echoValue(value) })
}

/** The places that are wrong in what is stored, without what stands there: it may be a password. */
export const describeFaults = (faults: readonly Fault[]): string =>
  faults.map(({ path }) => `${path} is not as expected`).join('; ')

/** `listeners:tcp_required_bind` before what a union inside has said. */
export function toMatchedFault(one: Fault, name: string): Fault {
  const inner = one['matched_type']
  return { ...one, matched_type: typeof inner === 'string' ? `${name}/${inner}` : name }
}

/** The value with its defaults filled in, spelled as it was; or all that is wrong with it. */
export type Checked = { readonly value: unknown } | { readonly faults: readonly Fault[] }
