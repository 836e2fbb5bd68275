import { scalar } from './scalars.ts'
import type { Scalar } from './schema.ts'

/** One of a few words or numbers. */
export function oneOf(...symbols: readonly (string | number)[]): Scalar {
  return scalar(
    symbols.join(' | '),
    (value) => {
      const found = symbols.find((symbol) => symbol === value || String(symbol) === value)
      if (found !== undefined) return { value: found }
      // A broker that has the word anywhere in its code says `not_a_enum_symbol`; nobody outside knows which those are.
      const isWord = typeof value === 'string'
      return { reason: isWord ? 'unable_to_convert_to_enum_symbol' : 'not_a_enum_symbol' }
    },
    { described: { type: 'enum', symbols } },
  )
}

/** The one word that stands beside another type: `infinity`, `disabled`. */
export function literal(word: string): Scalar {
  return scalar(
    word,
    (value) => {
      if (value === word) return { value }
      const got = typeof value === 'object' ? JSON.stringify(value) : String(value)
      return { reason: `Expected: ${word}, got:${got}` }
    },
    { described: { type: 'enum', symbols: [word] } },
  )
}

export const qos = scalar(
  'qos()',
  (value) => {
    const level = [0, 1, 2].find((one) => one === value || String(one) === value)
    return level === undefined ? { reason: 'Unable to parse string' } : { value: level }
  },
  { described: { type: 'enum', symbols: [0, 1, 2] } },
)
