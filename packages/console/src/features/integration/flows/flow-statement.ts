import { parseStatement } from '@brokerdeck/languages/rule-sql/parse-statement.ts'
import { rewriteFrom } from '@brokerdeck/languages/rule-sql/rewrite-from.ts'
import type { Expression, Field, Statement, TextRange } from '@brokerdeck/languages/rule-sql/statement.ts'

/** One column of the result as it stands in the statement; `*` has no alias. */
export interface FlowField {
  readonly value: string
  readonly alias: string
}

/** The parts of a statement that the editor knows; operands are substrings of the statement. */
export interface FlowStatement {
  readonly fields: readonly FlowField[]
  readonly sources: readonly string[]
  /** The text of the WHERE clause, byte for byte. */
  readonly filter: string | undefined
}

/** The reason why something can only be edited as text, and the part of the text that causes it. */
interface Refusal<Kind extends string> {
  readonly kind: Kind
  readonly text: string
}

type Refuse<Kind extends string> = (kind: Kind, text: string) => never

/** Returns what `read` returns, or the refusal: `read` and its helpers can call `refuse` at any depth to stop. */
export function readUnless<Read, Kind extends string>(
  read: (refuse: Refuse<Kind>) => Read,
): Read | { readonly refusal: Refusal<Kind> } {
  const said: Refusal<Kind>[] = []
  const end = new Error('refused')
  try {
    return read((kind, text) => {
      said.push({ kind, text })
      throw end
    })
  } catch (error) {
    const [refusal] = said
    if (error === end && refusal !== undefined) return { refusal }
    throw error
  }
}

type FlowRefusal = Refusal<'syntax' | 'foreach' | 'case' | 'comment' | 'joined' | 'long'>
type ReadFlow = { readonly flow: FlowStatement } | { readonly refusal: FlowRefusal }

/** The maximum number of columns, and of sources: a drawing with more of them would be unreadable. */
const mostDrawn = 200

/** Reads a statement for the editor, or returns the reason why the editor cannot show it. */
export function readFlow(sql: string): ReadFlow {
  const parsed = parseStatement(sql)
  if ('fault' in parsed) {
    const { kind, found } = parsed.fault
    return { refusal: { kind: kind === 'length' ? 'long' : 'syntax', text: found } }
  }
  const { statement } = parsed
  const isLong = statement.fields.length > mostDrawn || statement.sources.length > mostDrawn
  if (isLong) return { refusal: { kind: 'long', text: '' } }
  const sliceSql = ({ from, to }: TextRange) => sql.slice(from, to)
  return readUnless((refuse: Refuse<FlowRefusal['kind']>) => {
    if (statement.kind === 'foreach') refuse('foreach', '')
    // If the broker joins lines of the text, positions in the text differ from positions in what the broker reads.
    if (rewriteFrom(sql, ['t']) === undefined) refuse('joined', '')
    const where = filterPlace(sql, statement)
    const comment = statement.comments.find((one) => isRewritten(one, statement, where))
    if (comment !== undefined) refuse('comment', comment.text)
    return {
      flow: {
        fields: statement.fields.map((field) => readField(field, sliceSql, refuse)),
        sources: statement.sources.map(({ name }) => name),
        filter: where && sliceSql(where),
      },
    }
  })
}

/**
 * Tells whether a change of the flow could overwrite the comment; a comment in the condition is part of the
 * condition's text.
 */
function isRewritten(
  { from }: TextRange,
  { fields, sources }: Statement,
  where: TextRange | undefined,
): boolean {
  const [firstField, lastField, firstSource] = [fields[0], fields.at(-1), sources[0]]
  const isIn =
    firstField !== undefined && lastField !== undefined && firstField.from < from && from < lastField.to
  return isIn || (firstSource !== undefined && firstSource.from < from && from < (where?.from ?? Infinity))
}

function readField(field: Field, sliceSql: (place: TextRange) => string, refuse: Refuse<'case'>): FlowField {
  if (field.kind === 'everything') return { value: '*', alias: '' }
  const { value, alias } = field
  const found = caseIn(value)
  if (found !== undefined) refuse('case', sliceSql(found))
  return alias === undefined
    ? { value: sliceSql(field), alias: '' }
    : { value: sliceSql(value), alias: sliceSql(alias) }
}

/** Returns the range from after WHERE to the last character, which includes brackets and comments. */
function filterPlace(sql: string, { sources, where }: Statement): TextRange | undefined {
  const end = sources.at(-1)?.to ?? 0
  const [head] = where === undefined ? [] : (/^(?:\s|--[^\n]*\n)*where\s*/i.exec(sql.slice(end)) ?? [])
  return head === undefined ? undefined : { from: end + head.length, to: sql.trimEnd().length }
}

/** Returns the range of the first CASE in the expression. */
export function caseIn(value: Expression): TextRange | undefined {
  if (value.kind === 'case') return value
  for (const part of listOperands(value)) {
    const found = caseIn(part)
    if (found !== undefined) return found
  }
  return undefined
}

function listOperands(value: Expression): readonly Expression[] {
  if ('left' in value) return [value.left, value.right]
  if ('args' in value) return value.args
  if (value.kind === 'list') return value.items
  return 'operand' in value ? [value.operand] : []
}

/** Returns the flow with another condition; an empty condition means no filter. */
export const withFilter = (flow: FlowStatement, filter: string): FlowStatement => ({
  ...flow,
  filter: filter === '' ? undefined : filter,
})

/**
 * Rewrites only the parts of the statement that changed; the rest stays byte for byte. Returns undefined if the
 * statement cannot be edited this way.
 */
export function writeFlow(sql: string, next: FlowStatement): string | undefined {
  const before = readFlow(sql)
  const parsed = parseStatement(sql)
  if ('refusal' in before || 'fault' in parsed) return undefined
  const { fields, sources } = parsed.statement
  const { flow } = before
  const end = sources.at(-1)?.to ?? 0
  const where = filterPlace(sql, parsed.statement)
  const { filter } = next
  let text = sql
  if (filter !== flow.filter) {
    if (filter === undefined) text = text.slice(0, end)
    else if (where === undefined) text = `${text.slice(0, end)}\nWHERE\n  ${filter}${text.slice(end)}`
    else text = upTo(where, text) + filter + text.slice(where.to)
  }
  if (next.sources.join('\n') !== flow.sources.join('\n')) text = rewriteFrom(text, next.sources) ?? text
  const columns = printFields(next.fields)
  const [first, last] = [fields[0], fields.at(-1)]
  if (columns !== printFields(flow.fields) && first !== undefined && last !== undefined)
    text = text.slice(0, first.from) + columns + text.slice(last.to)
  return text
}

const printFields = (fields: readonly FlowField[]) =>
  fields.map(({ value, alias }) => (alias === '' ? value : `${value} AS ${alias}`)).join(',\n  ')

/** The replaced part may have begun with a bracket right after the keyword, so a space is added. */
const upTo = ({ from }: TextRange, sql: string) =>
  sql.slice(0, from) + (/\s/.test(sql.charAt(from - 1)) ? '' : ' ')

/**
 * Parses a statement that contains user input in one place; undefined if it is invalid or hides a part in a comment.
 */
export function parsePlainStatement(sql: string): Statement | undefined {
  const parsed = parseStatement(sql)
  return 'fault' in parsed || parsed.statement.comments.length > 0 ? undefined : parsed.statement
}

/** Tells whether a column is valid in the result. */
export function isField({ value, alias }: FlowField): boolean {
  if (value === '*') return alias === ''
  const statement = parsePlainStatement(`SELECT ${value}${alias === '' ? '' : ` AS ${alias}`} FROM "t"`)
  const [field, ...more] = statement?.fields ?? []
  const isOne = statement?.where === undefined && statement?.sources.length === 1 && more.length === 0
  return isOne && field?.kind === 'field' && caseIn(field.value) === undefined
}
