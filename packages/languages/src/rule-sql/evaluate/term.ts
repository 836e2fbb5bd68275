/** A name of the broker's own (`message.publish`), not a text of a user: it is printed alike and is no string. */
export class Atom {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** What cannot leave the broker as JSON, though functions may hand it on: odd bits, tuples, maps with other keys. */
export class Opaque {
  readonly what: 'bits' | 'tuple' | 'keys'
  /** Of bits: as many as `length`, from the highest of the first byte. */
  readonly bytes: Uint8Array
  readonly length: number
  constructor(what: Opaque['what'], bytes: Uint8Array = new Uint8Array(), length = 0) {
    this.what = what
    this.bytes = bytes
    this.length = length
  }
}

/** Integers are bigint, floats numbers. Texts that are no UTF-8 are bytes; those that are, always strings. */
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

/** A string if the bytes are one. */
export function toBinary(bytes: Uint8Array): string | Uint8Array {
  try {
    return strict.decode(bytes)
  } catch {
    return bytes
  }
}

export const toBytes = (binary: string | Uint8Array): Uint8Array =>
  typeof binary === 'string' ? encoder.encode(binary) : binary

/** What is no UTF-8 becomes U+FFFD. */
export const visibleText = (binary: string | Uint8Array): string =>
  typeof binary === 'string' ? binary : lenient.decode(binary)

/** The name that an atom is printed with; undefined if the term is none. */
export function atomName(term: Term): string | undefined {
  if (term instanceof Atom) return term.name
  if (term === undefined) return 'undefined'
  if (term === null) return 'null'
  return typeof term === 'boolean' ? String(term) : undefined
}
