import { parseStatement } from '@brokerdeck/languages/rule-sql/parse-statement.ts'
import type { Comparator, Expression, TextRange } from '@brokerdeck/languages/rule-sql/statement.ts'
import { caseIn, parsePlainStatement, readUnless } from './flow-statement.ts'

export interface FlowCondition {
  readonly left: string
  readonly comparator: Comparator
  readonly right: string
}

/** A condition as nested comparisons; the operands are substrings of its text. */
export interface FlowGroup {
  readonly kind: 'and' | 'or'
  readonly items: readonly (FlowGroup | FlowCondition)[]
}

type FilterRefusal = 'syntax' | 'joined' | 'comment' | 'case' | 'not' | 'in' | 'comparison'

type Refuse = Parameters<Parameters<typeof readUnless<ReadGroup, FilterRefusal>>[0]>[0]

interface ReadGroup {
  readonly group: FlowGroup
}

const head = 'SELECT * FROM "t" WHERE '

/** Reads the text of a WHERE clause as nested groups for a form, or returns the reason why a form cannot show it. */
export const readFilter = (text: string) =>
  readUnless<ReadGroup, FilterRefusal>((refuse) => {
    if (text.includes('\n/')) return refuse('joined', '')
    const sql = head + text
    const parsed = parseStatement(sql)
    if ('fault' in parsed) return refuse('syntax', parsed.fault.found)
    const { where, comments } = parsed.statement
    const [comment] = comments
    if (comment !== undefined) return refuse('comment', comment.text)
    const parts = { sliceSql: ({ from, to }: TextRange) => sql.slice(from, to), refuse }
    const read = where === undefined ? blank : readPart(where, parts)
    return { group: 'items' in read ? read : { kind: 'and', items: [read] } }
  })

const blank: FlowGroup = { kind: 'and', items: [] }

interface FilterReaderOptions {
  readonly sliceSql: (place: TextRange) => string
  readonly refuse: Refuse
}

function readPart(value: Expression, parts: FilterReaderOptions): FlowGroup | FlowCondition {
  const { sliceSql, refuse } = parts
  switch (value.kind) {
    case 'and':
    case 'or':
      return { kind: value.kind, items: listItems(value, value.kind, parts) }
    case 'comparison': {
      refuseCase(value, parts)
      const { left, comparator, right } = value
      return { left: sliceSql(left), comparator, right: sliceSql(right) }
    }
    case 'not':
    case 'in':
      return refuse(value.kind, sliceSql(value))
    default:
      refuseCase(value, parts)
      return refuse('comparison', sliceSql(value))
  }
}

/** A chain of the same operator is one group; a bracketed group on its right side stays a separate group. */
function listItems(
  value: Expression,
  kind: FlowGroup['kind'],
  parts: FilterReaderOptions,
): FlowGroup['items'] {
  if (value.kind !== kind) return [readPart(value, parts)]
  return [...listItems(value.left, kind, parts), readPart(value.right, parts)]
}

function refuseCase(value: Expression, { sliceSql, refuse }: FilterReaderOptions): void {
  const found = caseIn(value)
  if (found !== undefined) refuse('case', sliceSql(found))
}

/** Prints the group as the text of a WHERE clause; empty if the group contains no condition. */
export function printFilter({ kind, items }: FlowGroup): string {
  const parts = items.flatMap((item) => {
    if (!('items' in item)) return [{ text: `${item.left} ${item.comparator} ${item.right}`, isGroup: false }]
    const text = printFilter(item)
    return text === '' ? [] : [{ text, isGroup: countConditions(item) > 1 }]
  })
  const [only] = parts
  if (parts.length === 1 && only !== undefined) return only.text
  return parts.map(({ text, isGroup }) => (isGroup ? `(${text})` : text)).join(` ${kind.toUpperCase()} `)
}

/** Counts the conditions in all nested groups. */
function countConditions({ items }: FlowGroup): number {
  return items.reduce((sum, item) => sum + ('items' in item ? countConditions(item) : 1), 0)
}

/** Tells whether a text can stand on one side of a comparison. */
export function isOperand(text: string): boolean {
  const where = parsePlainStatement(`${head}(x = ${text}\n)`)?.where
  return where?.kind === 'comparison' && where.left.kind === 'reference' && caseIn(where) === undefined
}
