import { decodeJson } from '@brokerdeck/languages/rule-sql/evaluate/decode-json.ts'
import { resultJson } from '@brokerdeck/languages/rule-sql/evaluate/json-text.ts'
import { runStatement } from '@brokerdeck/languages/rule-sql/evaluate/run-statement.ts'
import {
  isBinary,
  isList,
  isMap,
  type Term,
  type TermMap,
} from '@brokerdeck/languages/rule-sql/evaluate/term.ts'
import { reasonJson } from '@brokerdeck/languages/rule-sql/explain-failure.ts'
import { parseStatement } from '@brokerdeck/languages/rule-sql/parse-statement.ts'

export type MessageValue =
  /** `keys` are the keys of the value below. */
  { readonly json: string; readonly keys: readonly string[] } | { readonly failure: string }

export type Evaluate = (
  before: readonly string[],
  expression: string,
  columns: TermMap,
) => MessageValue | undefined

const wanted = 'value_at_the_place'
/** A device may send any number of keys of any length. */
const mostKeys = 200
const longestKey = 100
/**
 * The maximum number of characters and items of a message that the main thread reads; the preview reads longer
 * messages in a worker.
 */
const longestMessage = 64 * 1024

/**
 * Returns the value of an expression after the fields of a statement; undefined if it is invalid or its value has no
 * JSON.
 */
export function evaluateInMessage(
  before: readonly string[],
  expression: string,
  columns: TermMap,
): MessageValue | undefined {
  if (countLeft(columns, longestMessage) < 0) return undefined
  const parsed = parseStatement(`SELECT ${[...before, `${expression} AS ${wanted}`].join(', ')} FROM "#"`)
  if ('fault' in parsed) return undefined
  const outcome = runStatement(parsed.statement, columns, { now: Date.now, patience: 50 })
  if (outcome.kind === 'failed') return { failure: reasonJson(outcome.reason) }
  if (outcome.kind !== 'result') return undefined
  const value = outcome.rows[0]?.get(wanted)
  const below = openTerm(value)
  try {
    return {
      json: resultJson(value),
      keys: isMap(below) ? [...below.keys()].filter(isOffered).slice(0, mostKeys) : [],
    }
  } catch {
    // Values such as odd bits are never shown, because they cannot leave the broker as JSON.
    return undefined
  }
}

/** Returns what is left of `most` after counting a term; below 0, the term was not counted completely. */
function countLeft(term: Term, most: number): number {
  if (isBinary(term)) return most - term.length
  if (!isMap(term) && !isList(term)) return most - 1
  let rest = most - 1
  for (const one of term.values()) {
    rest = countLeft(one, rest)
    if (rest < 0) break
  }
  return rest
}

/** Tells whether a key can be read in a list and written into a statement. */
const isOffered = (key: string) => key.length <= longestKey && !/\p{C}/u.test(key)

/** Opens a payload as JSON, as the broker does. */
function openTerm(term: Term): Term {
  if (!isBinary(term)) return term
  try {
    return decodeJson(term)
  } catch {
    // A text that is not JSON has no keys.
    return undefined
  }
}
