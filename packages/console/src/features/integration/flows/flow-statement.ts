import { parseStatement } from '@brokerdeck/contract/rule-sql/parse-statement.ts'
import { rewriteFrom } from '@brokerdeck/contract/rule-sql/rewrite-from.ts'
import type {
  Comparator,
  Expression,
  Field,
  Place,
  Statement,
} from '@brokerdeck/contract/rule-sql/statement.ts'

/** One column of the result, as it is written; `*` has no alias. */
export interface FlowField {
  readonly value: string
  readonly alias: string
}

interface FlowCondition {
  readonly left: string
  readonly comparator: Comparator
  readonly right: string
}

export interface FlowGroup {
  readonly kind: 'and' | 'or'
  readonly items: readonly (FlowGroup | FlowCondition)[]
}

/** What the editor knows of a statement; operands are texts of the statement. */
export interface FlowStatement {
  readonly fields: readonly FlowField[]
  readonly sources: readonly string[]
  readonly filter: FlowGroup | undefined
}

/** Why a statement is edited as text, and the part of it that says so. */
interface FlowRefusal {
  readonly kind: 'syntax' | 'foreach' | 'case' | 'not' | 'in' | 'condition' | 'comment' | 'joined'
  readonly text: string
}

type ReadFlow = { readonly flow: FlowStatement } | { readonly refusal: FlowRefusal }

class Refused extends Error {
  readonly refusal: FlowRefusal
  constructor(kind: FlowRefusal['kind'], text: string) {
    super(kind)
    this.refusal = { kind, text }
  }
}

/** The statement as the editor shows it, or why the editor can't. */
export function readFlow(sql: string): ReadFlow {
  const parsed = parseStatement(sql)
  if ('fault' in parsed) return { refusal: { kind: 'syntax', text: parsed.fault.found } }
  const { statement } = parsed
  const textOf = ({ from, to }: Place) => sql.slice(from, to)
  try {
    if (statement.kind === 'foreach') throw new Refused('foreach', '')
    // The places of a text whose lines the broker joins are not those of what it reads.
    if (rewriteFrom(sql, ['t']) === undefined) throw new Refused('joined', '')
    const comment = statement.comments.find((one) => isRewritten(one, statement))
    if (comment !== undefined) throw new Refused('comment', comment.text)
    const { where } = statement
    const filter = where && read(where, textOf)
    return {
      flow: {
        fields: statement.fields.map((field) => readField(field, textOf)),
        sources: statement.sources.map(({ name }) => name),
        filter: filter === undefined || 'items' in filter ? filter : { kind: 'and', items: [filter] },
      },
    }
  } catch (error) {
    if (error instanceof Refused) return { refusal: error.refusal }
    throw error
  }
}

/** Whether a change of the flow could write over it. */
function isRewritten({ from }: Place, { fields, sources }: Statement): boolean {
  const [firstField, lastField, firstSource] = [fields[0], fields.at(-1), sources[0]]
  const isIn =
    firstField !== undefined && lastField !== undefined && firstField.from < from && from < lastField.to
  return isIn || (firstSource !== undefined && firstSource.from < from)
}

function readField(field: Field, textOf: (place: Place) => string): FlowField {
  if (field.kind === 'everything') return { value: '*', alias: '' }
  refuseCase(field.value, textOf)
  const { value, alias } = field
  return alias === undefined
    ? { value: textOf(field), alias: '' }
    : { value: textOf(value), alias: textOf(alias) }
}

function read(value: Expression, textOf: (place: Place) => string): FlowGroup | FlowCondition {
  switch (value.kind) {
    case 'and':
    case 'or':
      return { kind: value.kind, items: itemsOf(value, value.kind, textOf) }
    case 'comparison': {
      refuseCase(value, textOf)
      const { left, comparator, right } = value
      return { left: textOf(left), comparator, right: textOf(right) }
    }
    case 'not':
    case 'in':
      throw new Refused(value.kind, textOf(value))
    default:
      refuseCase(value, textOf)
      throw new Refused('condition', textOf(value))
  }
}

/** A chain of the same word is one group; what stands in brackets at its right stays one of its own. */
function itemsOf(
  value: Expression,
  kind: FlowGroup['kind'],
  textOf: (place: Place) => string,
): FlowGroup['items'] {
  if (value.kind !== kind) return [read(value, textOf)]
  return [...itemsOf(value.left, kind, textOf), read(value.right, textOf)]
}

function refuseCase(value: Expression, textOf: (place: Place) => string): void {
  if (value.kind === 'case') throw new Refused('case', textOf(value))
  for (const part of partsOf(value)) refuseCase(part, textOf)
}

function partsOf(value: Expression): readonly Expression[] {
  if ('left' in value) return [value.left, value.right]
  if ('args' in value) return value.args
  if (value.kind === 'list') return value.items
  return 'operand' in value ? [value.operand] : []
}

/** What is there stays byte for byte, but for the parts that changed. Undefined where the statement can't be edited so. */
export function writeFlow(sql: string, next: FlowStatement): string | undefined {
  const before = readFlow(sql)
  const parsed = parseStatement(sql)
  if ('refusal' in before || 'fault' in parsed) return undefined
  const { fields, sources, where } = parsed.statement
  const { flow } = before
  const end = sources.at(-1)?.to ?? 0
  const filter = next.filter && printGroup(next.filter)
  let text = sql
  if (filter !== (flow.filter && printGroup(flow.filter))) {
    if (filter === undefined) text = text.slice(0, end)
    else if (where === undefined) text = `${text.slice(0, end)}\nWHERE\n  ${filter}${text.slice(end)}`
    else text = text.slice(0, where.from) + filter + text.slice(where.to)
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

/** Undefined where no condition is in it. */
function printGroup({ kind, items }: FlowGroup): string | undefined {
  const parts = items.flatMap((item) => {
    if (!('items' in item)) return [{ text: `${item.left} ${item.comparator} ${item.right}`, isGroup: false }]
    const text = printGroup(item)
    return text === undefined ? [] : [{ text, isGroup: countOf(item) > 1 }]
  })
  if (parts.length === 0) return undefined
  const [only] = parts
  if (parts.length === 1 && only !== undefined) return only.text
  return parts.map(({ text, isGroup }) => (isGroup ? `(${text})` : text)).join(` ${kind.toUpperCase()} `)
}

/** As it stands in WHERE; empty where there is no condition in it. */
export const textOfFilter = (filter: FlowGroup): string => printGroup(filter) ?? ''

/** How many conditions there are, in all groups. */
function countOf({ items }: FlowGroup): number {
  return items.reduce((sum, item) => sum + ('items' in item ? countOf(item) : 1), 0)
}

/** A made-up statement with what was typed in one place of it; undefined where it is none, or hides a part in a comment. */
function statementOf(sql: string): Statement | undefined {
  const parsed = parseStatement(sql)
  return 'fault' in parsed || parsed.statement.comments.length > 0 ? undefined : parsed.statement
}

const holdsCase = (value: Expression): boolean => value.kind === 'case' || partsOf(value).some(holdsCase)

/** Whether a text can stand on one side of a comparison. */
export function isOperand(text: string): boolean {
  const where = statementOf(`SELECT * FROM "t" WHERE (x = ${text}\n)`)?.where
  return where?.kind === 'comparison' && where.left.kind === 'reference' && !holdsCase(where)
}

/** Whether a column can stand in the result. */
export function isField({ value, alias }: FlowField): boolean {
  if (value === '*') return alias === ''
  const statement = statementOf(`SELECT ${value}${alias === '' ? '' : ` AS ${alias}`} FROM "t"`)
  const [field, ...more] = statement?.fields ?? []
  const isOne = statement?.where === undefined && statement?.sources.length === 1 && more.length === 0
  return isOne && field?.kind === 'field' && !holdsCase(field.value)
}
