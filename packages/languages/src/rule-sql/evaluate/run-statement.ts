import type { Expression, Field, Reference, Statement } from '../statement.ts'
import { EvaluationBudget } from './budget.ts'
import { condition, evaluate, literalTerm } from './evaluate-expression.ts'
import type { CallRegistry, Execution, Sight } from './execution.ts'
import { erlangFloat } from './float-text.ts'
import { ClauseFailure, failure, type Reason, RuleFailure } from './rule-failure.ts'
import { Decoding, emptyScope, mergeScope, mergeScopes, put, type Scope } from './scope.ts'
import { isBinary, isList, type Term, type TermMap } from './term.ts'

/** The part of a statement in which it failed. */
export type Clause = 'select' | 'collect' | 'where' | 'incase' | 'do' | 'other'

export type Outcome =
  | {
      readonly kind: 'result'
      readonly rows: readonly TermMap[]
      readonly isList: boolean
      readonly seen: TermMap
    }
  | { readonly kind: 'no-match' }
  | { readonly kind: 'failed'; readonly clause: Clause; readonly reason: Reason }

export interface RunOptions {
  readonly now: () => number
  /** The maximum duration of one execution, in milliseconds. */
  readonly patience?: number
  /** The broker's `jq_function_default_timeout`. */
  readonly jqTimeout?: number
  readonly registry?: CallRegistry
}

const usualPatience = 1000
const usualJqTimeout = 10_000

class ClauseError extends Error {
  readonly clause: Clause
  readonly reason: Reason
  constructor(clause: Clause, reason: Reason) {
    super(clause)
    this.clause = clause
    this.reason = reason
  }
}

/** Runs a statement on the columns of an event. It always returns an outcome and never throws. */
export function runStatement(
  statement: Statement,
  columns: TermMap,
  { now, patience = usualPatience, jqTimeout = usualJqTimeout, registry }: RunOptions,
): Outcome {
  const budget = new EvaluationBudget({ timeMs: patience })
  const execution: Execution = {
    decoding: new Decoding(budget),
    budget,
    jqTimeout,
    now,
    ...(registry !== undefined && { registry }),
  }
  try {
    const event: Scope = { columns, named: new Map() }
    return statement.kind === 'select'
      ? select(statement, event, execution)
      : split(statement, event, execution)
  } catch (error) {
    if (error instanceof ClauseError) return { kind: 'failed', clause: error.clause, reason: error.reason }
    return { kind: 'failed', clause: 'other', reason: toReason(error) }
  }
}

function toReason(error: unknown): Reason {
  if (error instanceof RuleFailure) return error.reason
  if (error instanceof ClauseFailure) return { kind: 'name', name: 'function_clause' }
  if (error instanceof RangeError) return { kind: 'limit', what: 'depth' }
  throw error
}

function inClause<T>(clause: Clause, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw new ClauseError(clause, toReason(error))
  }
}

const oneEvent = (scope: Scope): Sight => ({ scopes: [scope], isOneEvent: true })

function holds(
  clause: Clause,
  expression: Expression | undefined,
  scope: Scope,
  execution: Execution,
): boolean {
  if (expression === undefined) return true
  const answer = inClause(clause, () => condition(expression, oneEvent(scope), execution))
  if (typeof answer === 'boolean') return answer
  throw failure('case_clause')
}

function select(statement: Statement, event: Scope, execution: Execution): Outcome {
  const selected = inClause('select', () => transform(statement.fields, event, execution))
  if (!holds('where', statement.where, mergeScopes(event, selected), execution)) return { kind: 'no-match' }
  return { kind: 'result', rows: [mergeScope(selected)], isList: false, seen: event.columns }
}

function transform(fields: readonly Field[], event: Scope, execution: Execution): Scope {
  let made = emptyScope
  for (const field of fields) {
    if (field.kind === 'everything') {
      chargeScope(made, execution)
      chargeScope(event, execution)
      made = mergeScopes(made, event)
      continue
    }
    const value = evaluate(field.value, { scopes: [made, event], isOneEvent: false }, execution)
    made = putField(field, value, made, event, execution)
  }
  return made
}

/** Charges for copying a scope, which is copied whole whenever a value is added to it. */
function chargeScope({ columns, named }: Scope, { budget }: Execution): void {
  budget.spend(columns.size + named.size)
}

type NamedField = Extract<Field, { kind: 'field' }>

function putField(
  field: NamedField,
  value: Term,
  made: Scope,
  event: Scope,
  { decoding, now }: Execution,
): Scope {
  const { alias } = field
  if (alias?.kind === 'literal') throw new ClauseFailure()
  if (alias !== undefined) return put(made, alias, value, { decoding })
  const own = ownName(field.value, now)
  const [first] = own.steps
  const isPath = own.steps.length > 1 && first?.kind === 'key' && first.key === 'payload'
  return put(made, own, value, { decoding, asColumn: isPath && event.columns.has('payload') })
}

/** Returns the name of a field without an alias. */
function ownName(value: Expression, now: () => number): Reference {
  const toReference = (key: string): Reference => {
    const place = { from: value.from, to: value.to }
    return { kind: 'reference', steps: [{ kind: 'key', key, ...place }], ...place }
  }
  const passing = (type: string, what: string) =>
    toReference(`_v_${type}_${what}_${BigInt(now()) * 1_000_000n}`)
  switch (value.kind) {
    case 'reference':
      return value
    case 'slice':
      return value.of
    case 'literal': {
      const term = literalTerm(value)
      if (isBinary(term)) return toReference(String(term))
      return passing('const', typeof term === 'number' ? erlangFloat(term) : String(term))
    }
    case 'list':
      return passing('list', String(value.items.length))
    case 'range':
      return passing('range', `{${value.first},${value.last}}`)
    case 'arithmetic':
      return passing('op', /^\w/.test(value.operator) ? value.operator : `'${value.operator}'`)
    case 'comparison':
      return passing('op', `'${value.comparator}'`)
    case 'case':
      return passing('case', '<<>>')
    case 'call': {
      const [name] = value.callee.steps
      return passing('fun', `{var,<<"${name?.kind === 'key' ? name.key : ''}">>}`)
    }
    default:
      throw new ClauseFailure()
  }
}

function split(statement: Statement, event: Scope, execution: Execution): Outcome {
  const { made, name, list } = inClause('collect', () => collect(statement.fields, event, execution))
  const whole = mergeScopes(event, made)
  if (!holds('where', statement.where, whole, execution)) return { kind: 'no-match' }
  const rows: TermMap[] = []
  for (const item of list) {
    chargeScope(whole, execution)
    const scope = withItem(whole, name, item)
    if (!holds('incase', statement.incase, scope, execution)) continue
    const { each } = statement
    if (each === undefined) rows.push(mergeScope(scope))
    else rows.push(mergeScope(inClause('do', () => transform(each, scope, execution))))
    execution.budget.makeTerms(rows.at(-1)?.size ?? 0)
  }
  return { kind: 'result', rows, isList: true, seen: mergeScope(whole) }
}

/** Adds the item under the last alias, or under `item` if there is none, which is a column of the broker's own. */
function withItem(scope: Scope, name: string | undefined, item: Term): Scope {
  if (name === undefined) return { ...scope, columns: new Map(scope.columns).set('item', item) }
  return { ...scope, named: new Map(scope.named).set(name, item) }
}

function collect(fields: readonly Field[], given: Scope, execution: Execution) {
  let [made, event] = [emptyScope, given]
  let list: readonly Term[] = []
  let name: string | undefined
  for (const [at, field] of fields.entries()) {
    if (field.kind === 'everything') throw new ClauseFailure()
    const value = evaluate(field.value, { scopes: [made, event], isOneEvent: false }, execution)
    made = putField(field, value, made, event, execution)
    const { alias } = field
    const isLast = at === fields.length - 1
    if (!isLast && alias?.kind === 'reference')
      event = put(event, alias, value, { decoding: execution.decoding })
    if (!isLast) continue
    list = isList(value) ? value : []
    const [step, more] = alias?.kind === 'reference' ? alias.steps : []
    if (step?.kind === 'key' && more === undefined) name = step.key
  }
  return { made, name, list }
}
