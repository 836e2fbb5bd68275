import * as v from 'valibot'
import { scalar } from './scalars.ts'
import type { Scalar, SelectControl, WordControl } from './schema.ts'

/**
 * The broker reports `not_a_enum_symbol` for words that occur anywhere in its own code; the full set of these words
 * is not known outside of it.
 */
const wordsElsewhere: ReadonlySet<string> = new Set(['patch', 'BOOLEAN', 'stop', 'restart', 'some', 'x'])

/** Creates a type that accepts one of a few words, numbers or booleans. */
export function oneOf<const S extends readonly (string | number | boolean)[]>(
  ...symbols: S
): Scalar<S[number], SelectControl<S[number]>> {
  return scalar(
    symbols.join(' | '),
    (value) => {
      const found = symbols.find((symbol) => symbol === value || String(symbol) === value)
      if (found !== undefined) return { value: found }
      const isWord = typeof value === 'string' && !wordsElsewhere.has(value)
      return { reason: isWord ? 'unable_to_convert_to_enum_symbol' : 'not_a_enum_symbol' }
    },
    {
      tolerant: v.union(symbols.map((symbol) => v.literal(symbol))),
      control: { kind: 'select', options: symbols },
      described: { type: 'enum', symbols },
    },
  )
}

/** Creates a type for a single word that is an alternative to another type: `infinity`, `disabled`. */
export function literal<const W extends string>(word: W): Scalar<W, WordControl<W>> {
  return scalar(
    word,
    (value) => {
      if (value === word) return { value }
      const got = typeof value === 'object' ? JSON.stringify(value) : String(value)
      return { reason: `Expected: ${word}, got:${got}` }
    },
    {
      tolerant: v.literal(word),
      control: { kind: 'word', word },
      described: { type: 'enum', symbols: [word] },
    },
  )
}

export const qos: Scalar<0 | 1 | 2, SelectControl<0 | 1 | 2>> = scalar(
  'qos()',
  (value) => {
    const level = [0, 1, 2].find((one) => one === value || String(one) === value)
    return level === undefined ? { reason: 'Unable to parse string' } : { value: level }
  },
  {
    tolerant: v.picklist([0, 1, 2]),
    control: { kind: 'select', options: [0, 1, 2] },
    described: { type: 'enum', symbols: [0, 1, 2] },
  },
)
