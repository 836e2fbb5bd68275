import {
  type Argument,
  type ArgumentType,
  brokerOnlyFunctions,
  type CatalogueEntry,
  countArguments,
  functionCatalogue,
  matchArguments,
} from './function-catalogue.ts'
import type { Expression } from './statement.ts'
import { type LiteralType, nearest, type StatementProblem, toFixed } from './statement-problem.ts'

const byName: ReadonlyMap<string, CatalogueEntry> = new Map(
  functionCatalogue.map((entry) => [entry.name, entry]),
)

/** The operators, which take two arguments when they are called by their signs. */
const operators: ReadonlySet<string> = new Set(['+', '-', '*', '/'])

/** Yields the problems of the call itself, whatever its arguments are. */
export function* callProblems({
  callee,
  args,
}: Extract<Expression, { kind: 'call' }>): Generator<StatementProblem> {
  const [step] = callee.steps
  // Only the broker knows the functions of its own modules (`a.b(…)`).
  if (step?.kind !== 'key' || callee.steps.length > 1) return
  const { from, to } = callee
  const name = step.key
  const entry = byName.get(name)
  if (entry === undefined && !operators.has(name)) {
    const near = nearest(name, [...byName.keys()])
    yield { kind: 'unknown-function', name, near, from, to, ...toFixed(callee, near) }
    return
  }
  // The arguments of functions that only the broker runs depend on its surroundings.
  if (brokerOnlyFunctions.has(name)) return
  const counts = entry === undefined ? [2] : countArguments(entry)
  if (counts !== 'any' && !counts.includes(args.length)) {
    yield { kind: 'argument-count', name, given: args.length, counts, from, to }
    return
  }
  const wanted = entry === undefined ? [] : matchArguments(entry, args.length)
  for (const [at, arg] of args.entries()) {
    const problem = argumentProblem(name, wanted[at], arg)
    if (problem !== undefined) yield problem
  }
}

const quoteText = (text: string) => `'${text}'`

function argumentProblem(
  name: string,
  wanted: Argument | undefined,
  arg: Expression,
): StatementProblem | undefined {
  const literal = literalType(arg)
  if (wanted === undefined || literal === undefined) return undefined
  const place = { from: arg.from, to: arg.to }
  const { options } = wanted
  const type = options === undefined ? wanted.type : 'text'
  if (!taken[type].includes(literal))
    return { kind: 'argument-type', name, wanted: type, given: literal, ...place }
  const given = arg.kind === 'literal' && 'value' in arg ? arg.value : undefined
  if (options === undefined || typeof given !== 'string' || options.includes(given)) return undefined
  const near = nearest(given, options)
  return { kind: 'argument-option', name, given, options, near, ...place, ...toFixed(place, near, quoteText) }
}

function literalType(given: Expression): LiteralType | undefined {
  if (given.kind === 'list') return 'list'
  if (given.kind === 'unary') return literalType(given.operand)
  if (given.kind !== 'literal') return undefined
  if ('float' in given) return 'float'
  if (typeof given.value === 'bigint') return 'integer'
  return typeof given.value === 'boolean' ? 'boolean' : 'text'
}

const taken: Readonly<Record<ArgumentType, readonly LiteralType[]>> = {
  any: ['text', 'integer', 'float', 'boolean', 'list'],
  integer: ['integer'],
  number: ['integer', 'float'],
  float: ['float'],
  text: ['text'],
  list: ['list'],
  map: ['text'],
}
