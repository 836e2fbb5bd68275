/**
 * An atom of the broker (`message.publish`), in contrast to a user's text: it is printed like text but is not a
 * string.
 */
export class Atom {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** A value that has no JSON form, although functions may pass it on: incomplete bytes, tuples, maps with other keys. */
export class Opaque {
  readonly what: 'bits' | 'tuple' | 'keys'
  /** The bytes of bits: `length` bits, counted from the highest bit of the first byte. */
  readonly bytes: Uint8Array
  readonly length: number
  constructor(what: Opaque['what'], bytes: Uint8Array = new Uint8Array(), length = 0) {
    this.what = what
    this.bytes = bytes
    this.length = length
  }
}

/**
 * A value of the rule language. Integers are bigints, floats are numbers. Valid UTF-8 is always a string, other bytes
 * are byte arrays.
 */
export type Term =
  | undefined
  | null
  | boolean
  | bigint
  | number
  | string
  | Uint8Array
  | Atom
  | Opaque
  | readonly Term[]
  | TermMap

export interface TermMap extends ReadonlyMap<string, Term> {}

export const isMap = (term: Term): term is TermMap => term instanceof Map
export const isList = (term: Term): term is readonly Term[] => Array.isArray(term)
export const isBinary = (term: Term): term is string | Uint8Array =>
  typeof term === 'string' || term instanceof Uint8Array
export const isNumber = (term: Term): term is bigint | number =>
  typeof term === 'bigint' || typeof term === 'number'

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const lenient = new TextDecoder('utf-8', { ignoreBOM: true })
const encoder = new TextEncoder()

/** Converts bytes to a string if they are valid UTF-8. */
export function toBinary(bytes: Uint8Array): string | Uint8Array {
  try {
    return strict.decode(bytes)
  } catch {
    return bytes
  }
}

export const toBytes = (binary: string | Uint8Array): Uint8Array =>
  typeof binary === 'string' ? encoder.encode(binary) : binary

/** Converts bytes to text; invalid UTF-8 becomes U+FFFD. */
export const visibleText = (binary: string | Uint8Array): string =>
  typeof binary === 'string' ? binary : lenient.decode(binary)

/** Returns the printed name of an atom; undefined if the term is no atom. */
export function atomName(term: Term): string | undefined {
  if (term instanceof Atom) return term.name
  if (term === undefined) return 'undefined'
  if (term === null) return 'null'
  return typeof term === 'boolean' ? String(term) : undefined
}
