import { erlangFloat, jsonFloat } from './float-text.ts'
import { failure } from './rule-failure.ts'
import { atomName, isList, isMap, Opaque, type Term, visibleText } from './term.ts'

/** Maps of more are kept by the broker in an order of their own, which is none of anybody's. */
const smallMap = 32

/** Keys as they come out of the broker's `json_encode`: the last first. */
function backwards(keys: readonly string[]): readonly string[] {
  return keys.length > smallMap ? keys : [...keys].sort(byBytes).reverse()
}

export const byBytes = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

function write(
  term: Term,
  float: (value: number) => string,
  order: (keys: readonly string[]) => readonly string[],
): string {
  if (typeof term === 'string') return JSON.stringify(term)
  if (typeof term === 'bigint') return term.toString()
  if (typeof term === 'number') return float(term)
  if (term === null || typeof term === 'boolean') return String(term)
  if (term instanceof Uint8Array) return JSON.stringify(visibleText(term))
  if (isList(term)) return `[${term.map((item) => write(item, float, order)).join(',')}]`
  if (isMap(term)) {
    const pairs = order([...term.keys()]).map(
      (key) => `${JSON.stringify(key)}:${write(term.get(key), float, order)}`,
    )
    return `{${pairs.join(',')}}`
  }
  if (term instanceof Opaque) throw failure('invalid_ejson')
  return JSON.stringify(atomName(term) ?? '')
}

/** As the functions of the language make it. */
export const encodeJson = (term: Term): string => write(term, jsonFloat, backwards)

/** As a result is answered. */
export const resultJson = (term: Term): string => write(term, erlangFloat, (keys) => [...keys].sort(byBytes))
