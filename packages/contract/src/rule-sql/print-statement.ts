import { erlangFloat } from './evaluate/float-text.ts'
import type { Expression, Field, Literal, Reference, Statement } from './statement.ts'

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

/** A number of one digit with an exponent is none to the broker: `1.0e3` is. */
function literal(value: Literal): string {
  if ('float' in value) return erlangFloat(value.float)
  return typeof value.value === 'string' ? `'${value.value}'` : String(value.value)
}

const strength: Readonly<Record<string, number>> = {
  or: 1,
  and: 2,
  not: 3,
  comparison: 4,
  in: 4,
  arithmetic: 5,
  unary: 7,
}

function strengthOf(value: Expression): number {
  if (value.kind === 'arithmetic' && !['+', '-'].includes(value.operator)) return 6
  return strength[value.kind] ?? 8
}

/** In brackets where it would otherwise be read as something else. */
function within(value: Expression, least: number): string {
  const text = expression(value)
  return strengthOf(value) < least ? `(${text})` : text
}

function expression(value: Expression): string {
  const own = strengthOf(value)
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

const list = (fields: readonly Field[]) => fields.map((one) => `\n  ${field(one)}`).join(',')

/** The statement as it is best read, without its comments. */
export function printStatement({ kind, fields, each, incase, sources, where }: Statement): string {
  const parts = [
    `${kind.toUpperCase()}${list(fields)}`,
    ...(each === undefined ? [] : [`DO${list(each)}`]),
    ...(incase === undefined ? [] : [`INCASE\n  ${expression(incase)}`]),
    `FROM\n  ${sources.map((source) => `"${source.name}"`).join(', ')}`,
    ...(where === undefined ? [] : [`WHERE\n  ${expression(where)}`]),
  ]
  return parts.join('\n')
}
