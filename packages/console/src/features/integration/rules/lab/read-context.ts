import { decodeJson } from '@brokerdeck/languages/rule-sql/evaluate/decode-json.ts'
import { RuleFailure } from '@brokerdeck/languages/rule-sql/evaluate/rule-failure.ts'
import { isMap, type Term, type TermMap, toBinary } from '@brokerdeck/languages/rule-sql/evaluate/term.ts'
import type { ContextKind, RuleEvent } from '@brokerdeck/languages/rule-sql/rule-event.ts'
import { ruleEvents } from '@brokerdeck/languages/rule-sql/rule-events.ts'
import { readContext, type TestContext } from '@brokerdeck/languages/rule-sql/test-context.ts'
import { bytesFromBase64 } from '#lib/payload.ts'

/** The column for a payload that is not text, for which the broker's tester has no column. */
export const bytesColumn = 'payload_base64'

/** The columns that every rule gets from elsewhere. */
const notGiven = ['event', 'metadata']

/** Lists the columns of an event that the broker's tester rejects: only the preview accepts them. */
export const previewOnly = ({
  columns,
  context,
}: Pick<RuleEvent, 'columns' | 'context'>): readonly string[] =>
  columns.map(([name]) => name).filter((name) => !Object.hasOwn(context, name) && !notGiven.includes(name))

/** The maximum number of characters of a test message, including a payload in Base64. */
export const longestContext = 2 * 1024 * 1024

/** The reason why a message cannot be used for a test; with `column`, the problem is in that column. */
export type MessageFault =
  | { readonly kind: 'json' | 'object' | 'too-long' }
  | { readonly kind: 'event'; readonly column: string; readonly value: string }
  | { readonly kind: 'unknown'; readonly column: string; readonly event: string }
  | { readonly kind: 'value'; readonly column: string; readonly expected: ContextKind }
  | { readonly kind: 'base64'; readonly column: string }

type ReadColumns = { readonly columns: TermMap } | { readonly fault: MessageFault }

/** Parses the text of a message: an object of columns. */
export function readColumns(text: string): ReadColumns {
  if (text.length > longestContext) return { fault: { kind: 'too-long' } }
  try {
    const term = decodeJson(text)
    return isMap(term) ? { columns: term } : { fault: { kind: 'object' } }
  } catch (error) {
    if (error instanceof RuleFailure) return { fault: { kind: 'json' } }
    throw error
  }
}

const formatTerm = (term: Term) => (typeof term === 'string' ? term : '')

/** Parses a message that a statement is tested with, by the rules of the broker's tester. */
export function readTestContext(text: string): TestContext | { readonly fault: MessageFault } {
  const read = readColumns(text)
  if ('fault' in read) return read
  const columns = new Map(read.columns)
  const base64 = columns.get(bytesColumn)
  columns.delete(bytesColumn)
  const more = ownColumns(columns)
  for (const [name] of more) columns.delete(name)
  const context = readContext(columns)
  if ('fault' in context) {
    const { fault } = context
    if (fault.kind === 'event')
      return { fault: { kind: 'event', column: 'event_type', value: formatTerm(fault.value) } }
    if (fault.kind === 'value')
      return { fault: { kind: 'value', column: fault.name, expected: fault.expected } }
    return { fault: { kind: 'unknown', column: fault.names[0] ?? '', event: fault.event.type } }
  }
  const all = new Map([...context.columns, ...more])
  if (base64 === undefined) return { event: context.event, columns: all }
  if (context.event.context['payload'] === undefined)
    return { fault: { kind: 'unknown', column: bytesColumn, event: context.event.type } }
  const bytes = typeof base64 === 'string' ? bytesFromBase64(base64) : undefined
  if (bytes === undefined) return { fault: { kind: 'base64', column: bytesColumn } }
  return { event: context.event, columns: all.set('payload', toBinary(bytes)) }
}

/** Returns the columns of a message that only the preview accepts. */
export function ownColumns(columns: TermMap): TermMap {
  const type = columns.get('event_type')
  const event = ruleEvents.find((one) => one.type === type)
  const own = event === undefined ? [] : previewOnly(event)
  return new Map([...columns].filter(([name, term]) => own.includes(name) && term !== null))
}
