import { rules } from '@brokerdeck/contract/integration/rules.ts'
import { isList, isMap, type Term } from '@brokerdeck/languages/rule-sql/evaluate/term.ts'
import { getProblem } from '#api/errors.ts'
import { findBrokerWords } from '#api/failure-cause/explain-error.ts'
import { request } from '#api/http.ts'
import type { Pointer } from './compare-outputs.ts'
import { bytesColumn, ownColumns, readColumns } from './read-context.ts'

interface Without {
  /** The columns of the message that the broker's tester does not accept. */
  readonly without?: readonly string[]
}

export type BrokerAnswer =
  | ({ readonly kind: 'passes'; readonly output: string } & Without)
  | ({ readonly kind: 'no-result' } & Without)
  /** The message is in the broker's words. */
  | ({ readonly kind: 'fails'; readonly message: string } & Without)
  /** The broker's tester cannot be sent this message. */
  | { readonly kind: 'unsendable'; readonly why: 'bytes' | 'integer' | 'json' }

class LongInteger extends Error {}

/** Converts a term to what a request can carry; integers of a column may also be sent as text. */
function sendable(term: Term, isColumn: boolean): unknown {
  if (typeof term === 'bigint') {
    if (Number.isSafeInteger(Number(term))) return Number(term)
    if (isColumn) return String(term)
    throw new LongInteger()
  }
  if (isList(term)) return term.map((item) => sendable(item, false))
  if (isMap(term)) return Object.fromEntries([...term].map(([key, value]) => [key, sendable(value, false)]))
  return term
}

/** Converts a message to what the broker's testers accept, or returns the reason why it cannot be sent. */
export function sendableContext(
  text: string,
):
  | { readonly context: Readonly<Record<string, unknown>>; readonly without: readonly string[] }
  | Extract<BrokerAnswer, { kind: 'unsendable' }> {
  const read = readColumns(text)
  if ('fault' in read) return { kind: 'unsendable', why: 'json' }
  if (read.columns.has(bytesColumn)) return { kind: 'unsendable', why: 'bytes' }
  const own = ownColumns(read.columns)
  const columns = [...read.columns].filter(([name]) => !own.has(name))
  try {
    return {
      context: Object.fromEntries(columns.map(([name, term]) => [name, sendable(term, true)])),
      without: [...own.keys()],
    }
  } catch (error) {
    if (error instanceof LongInteger) return { kind: 'unsendable', why: 'integer' }
    throw error
  }
}

/** Runs the broker's own tester; throws if the request itself fails. */
export async function askBroker(sql: string, text: string): Promise<BrokerAnswer> {
  const sent = sendableContext(text)
  if ('kind' in sent) return sent
  const { context, without } = sent
  try {
    const file = await request(rules.test, { body: { sql, context } })
    return { kind: 'passes', output: await file.text(), without }
  } catch (error) {
    const problem = getProblem(error)
    if (problem?.kind !== 'rejected') throw error
    if (problem.status === 412) return { kind: 'no-result', without }
    if (problem.status === 400) return { kind: 'fails', message: findBrokerWords(problem), without }
    throw error
  }
}

/** `uncertain`: the result computed here is no basis for a comparison. */
export type Agreement =
  | { readonly kind: 'agrees' }
  | { readonly kind: 'uncertain' }
  | { readonly kind: 'disagrees'; readonly paths: readonly Pointer[] }
