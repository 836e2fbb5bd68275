import { EvaluationBudget } from '../budget.ts'
import { compactFloat } from '../float-text.ts'
import { printInteger } from '../integers.ts'
import { encodeJson } from '../json-text.ts'
import { failure } from '../rule-failure.ts'
import { atomName, isBinary, isList, isMap, Opaque, type Term, toBytes } from '../term.ts'

/** The steps for each code and for each term. */
const [stepsForCode, stepsForTerm] = [4, 4]

/** Converts a list of codes of printable characters, which is text to Erlang; undefined for any other list. */
function printable(list: readonly Term[]): string | undefined {
  const parts: string[] = []
  for (const item of list) {
    if (typeof item !== 'bigint') return undefined
    const code = Number(item)
    const isSeen =
      (code >= 32 && code < 127) || (code >= 160 && code < 0xd800) || (code >= 0xe000 && code < 0x110000)
    if (!isSeen && ![8, 9, 10, 11, 12, 13, 27].includes(code)) return undefined
    parts.push(String.fromCodePoint(code))
  }
  return parts.join('')
}

/** Converts any term to text as the broker does. */
export function toTermText(term: Term, budget = new EvaluationBudget()): string | Uint8Array {
  if (isBinary(term)) return term
  if (typeof term === 'bigint') return printInteger(term, budget)
  if (typeof term === 'number') return compactFloat(term, 10)
  if (isMap(term)) return encodeJson(term, budget)
  if (isList(term)) {
    budget.spend(term.length * stepsForCode)
    return printable(term) ?? encodeJson(term, budget)
  }
  if (term instanceof Opaque) throw failure('invalid_bin')
  return atomName(term) ?? ''
}

export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** Concatenates terms as UTF-8; bytes that are no valid UTF-8 give a term that has no JSON. */
export function concatenateTerms(terms: readonly Term[], budget: EvaluationBudget): Term {
  const parts = toTermTexts(terms, budget)
  let text = ''
  for (const part of parts) {
    if (typeof part !== 'string') return new Opaque('tuple', joinBytes(parts.map(toBytes)))
    text += part
  }
  return text
}

/** Returns the texts of terms to be concatenated; their total size is checked before they are joined. */
export function toTermTexts(
  terms: readonly Term[],
  budget: EvaluationBudget,
  between = 0,
): readonly (string | Uint8Array)[] {
  budget.spend(terms.length * stepsForTerm)
  let size = 0
  return terms.map((term) => {
    const text = toTermText(term, budget)
    size += text.length + between
    budget.foresee(size)
    budget.read(text.length)
    return text
  })
}
