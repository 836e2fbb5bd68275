import { isSame } from '@brokerdeck/languages/rule-sql/evaluate/compare-terms.ts'
import { decodeJson } from '@brokerdeck/languages/rule-sql/evaluate/decode-json.ts'
import { RuleFailure } from '@brokerdeck/languages/rule-sql/evaluate/rule-failure.ts'
import { isList, isMap, type Term } from '@brokerdeck/languages/rule-sql/evaluate/term.ts'

/** A JSON pointer (RFC 6901); the empty pointer refers to the whole document. */
export type Pointer = string

/** The maximum number of paths that are compared. */
const mostPaths = 200

const step = (key: string | number) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`

/** Returns undefined if the text is not JSON. Integers keep every digit. */
export function readOutput(text: string): { readonly term: Term } | undefined {
  try {
    return { term: decodeJson(text) }
  } catch (error) {
    if (error instanceof RuleFailure) return undefined
    throw error
  }
}

/**
 * Returns the paths at which two outputs differ, whatever the order of their keys: 1, 1.0 and "1" are three different
 * values.
 */
function differingPaths(a: Term, b: Term): readonly Pointer[] {
  const found: Pointer[] = []
  const compare = (left: Term, right: Term, at: Pointer): void => {
    if (found.length >= mostPaths) return
    if (isMap(left) && isMap(right)) {
      for (const key of new Set([...left.keys(), ...right.keys()])) {
        if (left.has(key) && right.has(key)) compare(left.get(key), right.get(key), at + step(key))
        else found.push(at + step(key))
      }
    } else if (isList(left) && isList(right) && left.length === right.length) {
      for (const [index, item] of left.entries()) compare(item, right[index], at + step(index))
    } else if (!isSame(left, right)) found.push(at)
  }
  compare(a, b, '')
  return found.slice(0, mostPaths)
}

const isWithin = (path: Pointer, place: Pointer) => path === place || path.startsWith(`${place}/`)

/**
 * Returns the paths at which two outputs differ, except the parts that may vary. Texts that are not JSON differ as a
 * whole.
 */
export function outputDifference(a: string, b: string, varies: readonly Pointer[] = []): readonly Pointer[] {
  if (a === b) return []
  const [left, right] = [readOutput(a), readOutput(b)]
  if (left === undefined || right === undefined) return ['']
  return differingPaths(left.term, right.term).filter(
    (path) => !varies.some((place) => isWithin(path, place)),
  )
}
