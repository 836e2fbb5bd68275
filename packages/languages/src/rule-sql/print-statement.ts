import { erlangFloat } from './evaluate/float-text.ts'
import type {
  Comment,
  Expression,
  Field,
  Literal,
  Reference,
  Source,
  Statement,
  TextRange,
} from './statement.ts'

const reserved =
  /^(?:and|as|case|if|else|elsif|from|in|not|or|select|when|then|foreach|incase|end|do|where|div|mod|true|false)$/i

const name = (key: string) => (/^[A-Za-z][\w$@~]*$/.test(key) && !reserved.test(key) ? key : `"${key}"`)

function reference({ steps }: Reference): string {
  return steps
    .map((step, at) => {
      if (step.kind === 'key') return at === 0 ? name(step.key) : `.${name(step.key)}`
      const { at: index } = step
      if (index === 'head' || index === 'tail') return index === 'head' ? '[0]' : '[-0]'
      return `[${typeof index === 'bigint' ? index : reference(index)}]`
    })
    .join('')
}

/** The broker does not accept a number of one digit with an exponent, but accepts `1.0e3`. */
function literal(value: Literal): string {
  if ('float' in value) return erlangFloat(value.float)
  return typeof value.value === 'string' ? `'${value.value}'` : String(value.value)
}

const strength: Readonly<Record<string, number>> = {
  named: 0,
  or: 1,
  and: 2,
  not: 3,
  comparison: 4,
  in: 4,
  arithmetic: 5,
  unary: 7,
}

function getStrength(value: Expression): number {
  if (value.kind === 'arithmetic' && !['+', '-'].includes(value.operator)) return 6
  return strength[value.kind] ?? 8
}

/** Puts an expression in brackets if it would otherwise be parsed differently. */
function within(value: Expression, least: number): string {
  const text = expression(value)
  return getStrength(value) < least ? `(${text})` : text
}

function expression(value: Expression): string {
  const own = getStrength(value)
  switch (value.kind) {
    case 'reference':
      return reference(value)
    case 'literal':
      return literal(value)
    case 'range':
      return `[${value.first}..${value.last}]`
    case 'slice':
      return `${reference(value.of)}[${value.first}..${value.last}]`
    case 'list':
      return `[${value.items.map(expression).join(', ')}]`
    case 'unary':
      return `${value.operator}${value.operand.kind === 'unary' ? `(${expression(value.operand)})` : within(value.operand, own)}`
    case 'arithmetic':
      return `${within(value.left, own)} ${value.operator} ${within(value.right, own + 1)}`
    case 'comparison':
      return `${within(value.left, own + 1)} ${value.comparator} ${within(value.right, own + 1)}`
    case 'and':
    case 'or':
      return `${within(value.left, own)} ${value.kind.toUpperCase()} ${within(value.right, own + 1)}`
    case 'not':
      return `NOT ${within(value.operand, own + 1)}`
    case 'in':
      return `${within(value.operand, own + 1)} IN (${value.items.map(expression).join(', ')})`
    case 'named':
      return `${expression(value.of)} AS ${reference(value.alias)}`
    case 'call':
      return `${reference(value.callee)}(${value.args.map(expression).join(', ')})`
    case 'case': {
      const subject = value.subject === undefined ? '' : ` ${expression(value.subject)}`
      const branches = value.branches.map(
        ({ when, gives }) => ` WHEN ${expression(when)} THEN ${expression(gives)}`,
      )
      const otherwise = value.otherwise === undefined ? '' : ` ELSE ${expression(value.otherwise)}`
      return `CASE${subject}${branches.join('')}${otherwise} END`
    }
  }
}

function field(one: Field): string {
  if (one.kind === 'everything') return '*'
  const { alias } = one
  const named =
    alias === undefined ? '' : ` AS ${alias.kind === 'literal' ? literal(alias) : reference(alias)}`
  return `${expression(one.value)}${named}`
}

/** A part of a clause that is printed on lines of its own. */
interface PrintedPart extends TextRange {
  readonly text: string
}

const fieldPart = (one: Field): PrintedPart => ({ text: field(one), from: one.from, to: one.to })

function expressionPart(value: Expression | undefined): PrintedPart[] {
  return value === undefined ? [] : [{ text: expression(value), from: value.from, to: value.to }]
}

function sourcesPart(sources: readonly Source[]): PrintedPart[] {
  const text = sources
    .map(({ name: topic }) => (topic.includes('"') ? `'${topic}'` : `"${topic}"`))
    .join(', ')
  return [{ text, from: sources[0]?.from ?? 0, to: sources.at(-1)?.to ?? 0 }]
}

/**
 * Prints a statement in a readable layout. A comment stays with the part that precedes it on its line, or that
 * follows it.
 */
export function printStatement({ kind, fields, each, incase, sources, where, comments }: Statement): string {
  const clauses: readonly (readonly [keyword: string, parts: readonly PrintedPart[]])[] = [
    [kind.toUpperCase(), fields.map(fieldPart)],
    ['DO', (each ?? []).map(fieldPart)],
    ['INCASE', expressionPart(incase)],
    ['FROM', sourcesPart(sources)],
    ['WHERE', expressionPart(where)],
  ]
  const all = clauses.flatMap(([, parts]) => parts)
  const behind = ({ from, behind: begin = from }: Comment) =>
    all.some((part) => part.from < from && from < part.to)
      ? undefined
      : all.findLast((part) => begin < part.to && part.to <= from)
  const before = (comment: Comment) => all.find((part) => part.to > comment.from)
  const printClause = ([keyword, parts]: (typeof clauses)[number]) => {
    const lines = parts.map((part, at) => {
      const above = comments.filter((one) => behind(one) === undefined && before(one) === part)
      const after = comments.filter((one) => behind(one) === part)
      const [first, ...more] = after.map(({ text }) => text)
      const own = `${part.text}${at < parts.length - 1 ? ',' : ''}${first === undefined ? '' : ` ${first}`}`
      return [...above.map(({ text }) => text), own, ...more].map((line) => `\n  ${line}`).join('')
    })
    return `${keyword}${lines.join('')}`
  }
  return clauses
    .filter(([, parts]) => parts.length > 0)
    .map(printClause)
    .join('\n')
}
