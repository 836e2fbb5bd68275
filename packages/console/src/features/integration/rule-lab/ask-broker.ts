import { rules } from '@brokerdeck/contract/integration/rules.ts'
import { isList, isMap, type Term } from '@brokerdeck/contract/rule-sql/evaluate/term.ts'
import { problemOf } from '#api/errors.ts'
import { request } from '#api/http.ts'
import { outputDifference, type Pointer } from './compare-outputs.ts'
import type { LabOutcome } from './engine/evaluate-message.ts'
import { bytesColumn, ownColumns, readColumns } from './read-context.ts'

interface Without {
  /** Columns of the message that its tester does not take. */
  readonly without?: readonly string[]
}

export type BrokerAnswer =
  | ({ readonly kind: 'passes'; readonly output: string } & Without)
  | ({ readonly kind: 'no-result' } & Without)
  /** In the broker's words. */
  | ({ readonly kind: 'fails'; readonly message: string } & Without)
  /** It cannot be asked this. */
  | { readonly kind: 'unsendable'; readonly why: 'bytes' | 'integer' | 'json' }

class LongInteger extends Error {}

/** As a request can carry it; integers of a column may also be sent as text. */
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

/** A message as the broker's testers take it; or why they cannot. */
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

/** Asks the broker's own tester; a problem of the way there is thrown. */
export async function askBroker(sql: string, text: string): Promise<BrokerAnswer> {
  const sent = sendableContext(text)
  if ('kind' in sent) return sent
  const { context, without } = sent
  try {
    const file = await request(rules.test, { body: { sql, context } })
    return { kind: 'passes', output: await file.text(), without }
  } catch (error) {
    const problem = problemOf(error)
    if (problem?.kind !== 'rejected') throw error
    if (problem.status === 412) return { kind: 'no-result', without }
    if (problem.status === 400) return { kind: 'fails', message: problem.raw ?? problem.message, without }
    throw error
  }
}

/** `uncertain`: what is computed here says nothing to compare with. */
export type Agreement =
  | { readonly kind: 'agrees' }
  | { readonly kind: 'uncertain' }
  | { readonly kind: 'disagrees'; readonly paths: readonly Pointer[] }

/** Whether the broker says the same. What depends on time and chance is left out. */
export function agreementOf(
  outcome: LabOutcome,
  varies: readonly Pointer[],
  answer: BrokerAnswer,
): Agreement {
  if (answer.kind === 'unsendable') return { kind: 'uncertain' }
  if (outcome.kind === 'broker-only' || outcome.kind === 'limit' || outcome.kind === 'unreadable') {
    return { kind: 'uncertain' }
  }
  if (varies.includes('') || (outcome.kind === 'passes' && outcome.length !== undefined)) {
    return { kind: 'uncertain' }
  }
  const paths = differenceOf(outcome, varies, answer)
  if (paths.length === 0) return { kind: 'agrees' }
  // It may well be for what the broker was not told.
  return answer.without?.length ? { kind: 'uncertain' } : { kind: 'disagrees', paths }
}

function differenceOf(
  outcome: Extract<LabOutcome, { kind: 'passes' | 'no-result' | 'fails' }>,
  varies: readonly Pointer[],
  answer: Exclude<BrokerAnswer, { kind: 'unsendable' }>,
): readonly Pointer[] {
  if (outcome.kind === 'no-result' && outcome.why === 'empty' && answer.kind === 'passes') {
    return outputDifference('[]', answer.output)
  }
  if (outcome.kind === 'passes' && answer.kind === 'passes') {
    return outputDifference(outcome.output, answer.output, varies)
  }
  if (outcome.kind === 'fails' && answer.kind === 'fails') {
    return outcome.message === answer.message ? [] : ['']
  }
  return outcome.kind === answer.kind ? [] : ['']
}
