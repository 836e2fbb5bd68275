import { parseStatement } from '@brokerdeck/contract/rule-sql/parse-statement.ts'
import type { Comparator, Expression, Place } from '@brokerdeck/contract/rule-sql/statement.ts'
import { caseIn, statementOf } from './flow-statement.ts'

export interface FlowCondition {
  readonly left: string
  readonly comparator: Comparator
  readonly right: string
}

/** A condition as nested comparisons; operands are texts of it. */
export interface FlowGroup {
  readonly kind: 'and' | 'or'
  readonly items: readonly (FlowGroup | FlowCondition)[]
}

/** Why a condition is edited as text, and the part of it that says so. */
interface FilterRefusal {
  readonly kind: 'syntax' | 'joined' | 'comment' | 'case' | 'not' | 'in' | 'comparison'
  readonly text: string
}

type ReadFilter = { readonly group: FlowGroup } | { readonly refusal: FilterRefusal }

class Refused extends Error {
  readonly refusal: FilterRefusal
  constructor(kind: FilterRefusal['kind'], text: string) {
    super(kind)
    this.refusal = { kind, text }
  }
}

const head = 'SELECT * FROM "t" WHERE '

/** What stands in WHERE as a form shows it, or why none can. */
export function readFilter(text: string): ReadFilter {
  if (text.includes('\n/')) return { refusal: { kind: 'joined', text: '' } }
  const sql = head + text
  const parsed = parseStatement(sql)
  if ('fault' in parsed) return { refusal: { kind: 'syntax', text: parsed.fault.found } }
  const { where, comments } = parsed.statement
  try {
    const [comment] = comments
    if (comment !== undefined) throw new Refused('comment', comment.text)
    const read = where === undefined ? blank : readPart(where, ({ from, to }) => sql.slice(from, to))
    return { group: 'items' in read ? read : { kind: 'and', items: [read] } }
  } catch (error) {
    if (error instanceof Refused) return { refusal: error.refusal }
    throw error
  }
}

const blank: FlowGroup = { kind: 'and', items: [] }

function readPart(value: Expression, textOf: (place: Place) => string): FlowGroup | FlowCondition {
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
      throw new Refused('comparison', textOf(value))
  }
}

/** A chain of the same word is one group; what stands in brackets at its right stays one of its own. */
function itemsOf(
  value: Expression,
  kind: FlowGroup['kind'],
  textOf: (place: Place) => string,
): FlowGroup['items'] {
  if (value.kind !== kind) return [readPart(value, textOf)]
  return [...itemsOf(value.left, kind, textOf), readPart(value.right, textOf)]
}

function refuseCase(value: Expression, textOf: (place: Place) => string): void {
  const found = caseIn(value)
  if (found !== undefined) throw new Refused('case', textOf(found))
}

/** As it stands in WHERE; empty where there is no condition in it. */
export function printFilter({ kind, items }: FlowGroup): string {
  const parts = items.flatMap((item) => {
    if (!('items' in item)) return [{ text: `${item.left} ${item.comparator} ${item.right}`, isGroup: false }]
    const text = printFilter(item)
    return text === '' ? [] : [{ text, isGroup: countOf(item) > 1 }]
  })
  const [only] = parts
  if (parts.length === 1 && only !== undefined) return only.text
  return parts.map(({ text, isGroup }) => (isGroup ? `(${text})` : text)).join(` ${kind.toUpperCase()} `)
}

/** How many conditions there are, in all groups. */
function countOf({ items }: FlowGroup): number {
  return items.reduce((sum, item) => sum + ('items' in item ? countOf(item) : 1), 0)
}

/** Whether a text can stand on one side of a comparison. */
export function isOperand(text: string): boolean {
  const where = statementOf(`${head}(x = ${text}\n)`)?.where
  return where?.kind === 'comparison' && where.left.kind === 'reference' && caseIn(where) === undefined
}
