import { resultJson } from '@brokerdeck/languages/rule-sql/evaluate/json-text.ts'
import { type Reason, RuleFailure } from '@brokerdeck/languages/rule-sql/evaluate/rule-failure.ts'
import type { Outcome } from '@brokerdeck/languages/rule-sql/evaluate/run-statement.ts'
import { isList, isMap, type Term } from '@brokerdeck/languages/rule-sql/evaluate/term.ts'
import { reasonJson } from '@brokerdeck/languages/rule-sql/explain-failure.ts'
import type { Reference, Statement, TextRange } from '@brokerdeck/languages/rule-sql/statement.ts'
import type { LineValue } from './lab-command.ts'

/** The maximum number of characters of a value, of which a line shows about thirty. */
const longest = 120

export interface LineValueOptions {
  readonly statement: Statement
  readonly lineAt: (place: number) => number
  readonly run: (parts: Partial<Statement>) => Outcome
}

/** The name contains a space, so no statement can use it as an alias. */
export const probe = (at: number) => `value ${at}`

export function toReference(key: string, { from, to }: TextRange): Reference {
  const place = { from, to }
  return { kind: 'reference', steps: [{ kind: 'key', key, ...place }], ...place }
}

export function failureAt(at: number, reason: Reason): LineValue | undefined {
  if (reason.kind === 'limit') return undefined
  return reason.kind === 'broker-only'
    ? { kind: 'broker-only', line: at, functionName: reason.functionName }
    : { kind: 'fails', line: at, reason: reasonJson(reason).slice(0, longest * 4) }
}

/** Prints a term as JSON, only as much as is sent. Returns undefined for a term without JSON, such as odd bits. */
export function shortText(term: Term): string | undefined {
  if (isMap(term)) {
    const keys = [...term.keys()].slice(0, longest)
    return keys.length === 0 ? '{}' : cut(`{ ${keys.map((key) => key.slice(0, longest)).join(', ')} }`)
  }
  try {
    if (isList(term)) return cut(`[${term.slice(0, longest).map(shortItem).join(',')}]`)
    const short = typeof term === 'string' || term instanceof Uint8Array ? term.slice(0, longest) : term
    return cut(resultJson(short))
  } catch (error) {
    if (error instanceof RuleFailure) return undefined
    throw error
  }
}

const shortItem = (item: Term) =>
  isMap(item) || isList(item) ? (isMap(item) ? '{…}' : '[…]') : (shortText(item) ?? '')

const cut = (text: string) => (text.length > longest ? `${text.slice(0, longest)}…` : text)
