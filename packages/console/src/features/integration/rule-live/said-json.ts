import { decodeJson } from '@brokerdeck/contract/rule-sql/evaluate/decode-json.ts'
import { resultJson } from '@brokerdeck/contract/rule-sql/evaluate/json-text.ts'
import { isMap, type Term } from '@brokerdeck/contract/rule-sql/evaluate/term.ts'
import type { Said } from './read-executions.ts'

/** What a line says, as JSON; integers are as long as they are. Undefined where it says nothing. */
export function saidJson({ line, key }: Said): string | undefined {
  const meta = memberOf(readTerm(line), 'meta')
  const said = memberOf(meta, key)
  return said === undefined ? undefined : resultJson(said)
}

function readTerm(line: string): Term {
  try {
    return decodeJson(line)
  } catch {
    // Deeper than anybody reads, or no JSON: the raw line is still there.
    return undefined
  }
}

const memberOf = (term: Term, key: string): Term => (isMap(term) ? term.get(key) : undefined)
