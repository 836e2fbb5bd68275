import { brokerOnlyFunctions, registryFunctions } from '../function-catalogue.ts'
import type { CaseExpression, Expression, Literal } from '../statement.ts'
import { type EvaluationBudget, limitFailure } from './budget.ts'
import { compare, isSame } from './compare-terms.ts'
import type { Execution, Sight } from './execution.ts'
import { runCharged } from './functions/arguments.ts'
import { functions } from './functions/functions.ts'
import { bitLength } from './integers.ts'
import { ClauseFailure, failure, noClause, RuleFailure } from './rule-failure.ts'
import { readReference, type Scope } from './scope.ts'
import { isList, isNumber, type Term } from './term.ts'

const mostItems = 100_000n

export function literalTerm(literal: Literal): Term {
  return 'float' in literal ? literal.float : literal.value
}

export function evaluate(expression: Expression, sight: Sight, execution: Execution): Term {
  execution.budget.spend()
  const inner = (one: Expression) => evaluate(one, sight, execution)
  switch (expression.kind) {
    case 'reference':
      for (const scope of sight.scopes) {
        const found = readReference(expression, scope, execution.decoding)
        if (found !== undefined) return found
      }
      return undefined
    case 'literal':
      return literalTerm(expression)
    case 'range':
      return buildRange(expression.first, expression.last, execution.budget)
    case 'slice':
      return slice(inner(expression.of), expression, execution.budget)
    case 'list':
      execution.budget.makeTerms(expression.items.length)
      return expression.items.map(inner)
    case 'unary': {
      const operand = inner(expression.operand)
      if (expression.operator === '+') return operand
      if (!isNumber(operand)) throw failure('badarith')
      if (typeof operand === 'bigint') execution.budget.read(bitLength(operand) / 8)
      return -operand
    }
    case 'arithmetic':
      return call(expression.operator, [inner(expression.left), inner(expression.right)], sight, execution)
    case 'comparison':
      return compare(expression.comparator, inner(expression.left), inner(expression.right), execution.budget)
    case 'case':
      return evaluateCase(expression, sight, execution)
    case 'call': {
      const args = expression.args.map(inner)
      const [first, second, third] = expression.callee.steps
      if (first?.kind !== 'key') throw failure('bad_sql_function_reference')
      if (second === undefined) return call(first.key, args, sight, execution)
      if (second.kind !== 'key' || third !== undefined) throw failure('bad_sql_function_reference')
      if (first.key !== 'emqx_rule_funcs')
        throw new RuleFailure({ kind: 'unknown-module', module: first.key })
      return call(second.key, args, sight, execution)
    }
    default:
      throw noClause()
  }
}

function call(name: string, args: readonly Term[], sight: Sight, execution: Execution): Term {
  const event = sight.isOneEvent ? sight.scopes[0] : undefined
  return callFunction({ name, args, event, execution })
}

function buildRange(first: bigint, last: bigint, budget: EvaluationBudget): Term {
  if (last < first - 1n) throw noClause()
  if (last - first > mostItems) throw limitFailure('size')
  const length = Number(last - first + 1n)
  budget.spend((length * bitLength(last)) / 64)
  budget.makeTerms(length)
  return Array.from({ length }, (_, at) => first + BigInt(at))
}

function slice(
  list: Term,
  { first, last }: Extract<Expression, { kind: 'slice' }>,
  budget: EvaluationBudget,
): Term {
  if (!isList(list)) throw failure('range_get')
  const place = (index: bigint) => {
    if (index === 0n) throw failure('invalid_index')
    return index > 0n ? Number(index) : list.length + Number(index) + 1
  }
  const [begin, end] = [place(first), place(last)]
  if (begin < 1 || end - begin + 1 < 0) throw noClause()
  budget.makeTerms(Math.max(0, Math.min(end, list.length) - begin + 1))
  return list.slice(begin - 1, end)
}

function evaluateCase(
  { subject, branches, otherwise }: CaseExpression,
  sight: Sight,
  execution: Execution,
): Term {
  const branch = branches.find(({ when }) =>
    subject === undefined
      ? condition(when, sight, execution) === true
      : isSame(evaluate(when, sight, execution), evaluate(subject, sight, execution), execution.budget),
  )
  if (branch !== undefined) return evaluate(branch.gives, sight, execution)
  return otherwise === undefined ? undefined : evaluate(otherwise, sight, execution)
}

/**
 * Evaluates an expression as a condition of WHERE: an expression that is no comparison and no function call is no
 * condition.
 */
export function condition(expression: Expression, sight: Sight, execution: Execution): Term {
  execution.budget.spend()
  const inner = (one: Expression) => condition(one, sight, execution)
  switch (expression.kind) {
    case 'and':
    case 'or': {
      const left = inner(expression.left)
      if (typeof left !== 'boolean') throw failure('badarg')
      return left === (expression.kind === 'or') ? left : inner(expression.right)
    }
    case 'not': {
      const operand = evaluate(expression.operand, sight, execution)
      return typeof operand === 'boolean' ? !operand : false
    }
    case 'in': {
      const operand = evaluate(expression.operand, sight, execution)
      const items = expression.items.map((item) => evaluate(item, sight, execution))
      return items.some((item) => isSame(item, operand, execution.budget))
    }
    case 'comparison':
    case 'call':
      return evaluate(expression, sight, execution)
    case 'literal': {
      const value = literalTerm(expression)
      if (typeof value === 'boolean') return value
      throw noClause()
    }
    default:
      throw noClause()
  }
}

interface Call {
  readonly name: string
  readonly args: readonly Term[]
  /** The event; only set in conditions, where functions of the event can see it. */
  readonly event: Scope | undefined
  readonly execution: Execution
}

/** Names that the broker uses for other purposes than functions; calling them gives a different error. */
const otherNames = new Set(['node', 'self', 'null'])

/** The functions that the schema registry answers. */
const ofRegistry: ReadonlySet<string> = new Set(['schema_decode', 'schema_encode', 'schema_check'])

function callFunction({ name, args, event, execution }: Call): Term {
  const found = functions.get(name)
  const { registry } = execution
  if (registry !== undefined && registryFunctions.has(name)) return registry(name, args, execution.budget)
  if (brokerOnlyFunctions.has(name)) throw new RuleFailure({ kind: 'broker-only', functionName: name })
  if (ofRegistry.has(name)) {
    if (execution.registry !== undefined) return execution.registry(name, args, execution.budget)
    throw new RuleFailure({ kind: 'broker-only', functionName: name })
  }
  if (found === undefined) {
    if (otherNames.has(name)) throw failure('sql_function_not_supported')
    throw new RuleFailure({ kind: 'unknown-function', functionName: name, module: 'emqx_rule_funcs' })
  }
  const { counts, run } = found
  const isVariadic = counts === 'any'
  if (!isVariadic && !counts.includes(args.length)) throw failure('sql_function_not_supported')
  try {
    return runCharged(run, args, { event, execution })
  } catch (error) {
    if (!(error instanceof ClauseFailure)) throw error
    throw new RuleFailure({ kind: 'bad-argument', functionName: name, args })
  }
}
