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
  /** `keys`: what lies below it. */
  { readonly json: string; readonly keys: readonly string[] } | { readonly failure: string }

export type Evaluate = (
  before: readonly string[],
  expression: string,
  columns: TermMap,
) => MessageValue | undefined

const wanted = 'value_at_the_place'
/** A device may send as many as it likes, as long as it likes. */
const mostKeys = 200
const longestKey = 100
/** Characters and items of a message: the page's own thread reads no longer one. The preview does, in a worker. */
const longestMessage = 64 * 1024

/** What an expression gives behind the fields of a statement; undefined where it is none, or gives what has no JSON. */
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
    // Odd bits and the like are never shown: they cannot leave the broker as JSON.
    return undefined
  }
}

/** What is left of so much once a term is counted; below 0, not all of it was. */
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

/** What can be read in a list and written into a statement. */
const isOffered = (key: string) => key.length <= longestKey && !/\p{C}/u.test(key)

/** A payload is looked into as JSON, as the broker does. */
function openTerm(term: Term): Term {
  if (!isBinary(term)) return term
  try {
    return decodeJson(term)
  } catch {
    // Text that is no JSON has nothing below it.
    return undefined
  }
}
