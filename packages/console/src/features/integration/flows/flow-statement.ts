import { parseStatement } from '@brokerdeck/languages/rule-sql/parse-statement.ts'
import { rewriteFrom } from '@brokerdeck/languages/rule-sql/rewrite-from.ts'
import type { Expression, Field, Statement, TextRange } from '@brokerdeck/languages/rule-sql/statement.ts'

/** One column of the result, as it is written; `*` has no alias. */
export interface FlowField {
  readonly value: string
  readonly alias: string
}

/** What the editor knows of a statement; operands are texts of the statement. */
export interface FlowStatement {
  readonly fields: readonly FlowField[]
  readonly sources: readonly string[]
  /** What stands in WHERE, byte for byte. */
  readonly filter: string | undefined
}

/** Why something is edited as text, and the part of it that says so. */
interface Refusal<Kind extends string> {
  readonly kind: Kind
  readonly text: string
}

type Refuse<Kind extends string> = (kind: Kind, text: string) => never

/** What is read; whoever finds that it can't be shown ends that from wherever they are. */
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

/** Columns, and sources: with more of them nobody sees anything in a drawing. */
const mostDrawn = 200

/** The statement as the editor shows it, or why the editor can't. */
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
    // The places of a text whose lines the broker joins are not those of what it reads.
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

/** Whether a change of the flow could write over it; in the condition it is text like all of it. */
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

/** From behind the word to the last character: what stands in brackets or in a comment belongs to it. */
function filterPlace(sql: string, { sources, where }: Statement): TextRange | undefined {
  const end = sources.at(-1)?.to ?? 0
  const [head] = where === undefined ? [] : (/^(?:\s|--[^\n]*\n)*where\s*/i.exec(sql.slice(end)) ?? [])
  return head === undefined ? undefined : { from: end + head.length, to: sql.trimEnd().length }
}

/** The first CASE in it. */
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

/** With another condition; an empty one is none. */
export const withFilter = (flow: FlowStatement, filter: string): FlowStatement => ({
  ...flow,
  filter: filter === '' ? undefined : filter,
})

/** What is there stays byte for byte, but for the parts that changed. Undefined where the statement can't be edited so. */
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

/** What was there in brackets may have stood right behind the word. */
const upTo = ({ from }: TextRange, sql: string) =>
  sql.slice(0, from) + (/\s/.test(sql.charAt(from - 1)) ? '' : ' ')

/** A made-up statement with what was typed in one place of it; undefined where it is none, or hides a part in a comment. */
export function parsePlainStatement(sql: string): Statement | undefined {
  const parsed = parseStatement(sql)
  return 'fault' in parsed || parsed.statement.comments.length > 0 ? undefined : parsed.statement
}

/** Whether a column can stand in the result. */
export function isField({ value, alias }: FlowField): boolean {
  if (value === '*') return alias === ''
  const statement = parsePlainStatement(`SELECT ${value}${alias === '' ? '' : ` AS ${alias}`} FROM "t"`)
  const [field, ...more] = statement?.fields ?? []
  const isOne = statement?.where === undefined && statement?.sources.length === 1 && more.length === 0
  return isOne && field?.kind === 'field' && caseIn(field.value) === undefined
}
