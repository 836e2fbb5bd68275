import type { Reference, Step } from '../statement.ts'
import { EvaluationBudget, isLimit, limitFailure } from './budget.ts'
import { decodeJson } from './decode-json.ts'
import { failure, noClause } from './rule-failure.ts'
import { isBinary, isList, isMap, type Term, type TermMap } from './term.ts'

/**
 * The values in which a name is looked up. The broker separates the columns of an event from the names that a
 * statement defines: both may have the same name, and then the statement's name takes precedence, except for access
 * into `payload`.
 */
export interface Scope {
  readonly columns: ReadonlyMap<string, Term>
  readonly named: ReadonlyMap<string, Term>
}

export const emptyScope: Scope = { columns: new Map(), named: new Map() }

export function lookUp({ columns, named }: Scope, name: string): Term {
  return named.has(name) ? named.get(name) : columns.get(name)
}

export const mergeScopes = (below: Scope, above: Scope): Scope => ({
  columns: new Map([...below.columns, ...above.columns]),
  named: new Map([...below.named, ...above.named]),
})

/** Merges a scope into one map, in which names of the statement hide columns. */
export const mergeScope = ({ columns, named }: Scope): TermMap => new Map([...columns, ...named])

/** The decoded payload of one execution: it is decoded once, whichever text named `payload` is accessed first. */
export class Decoding {
  readonly budget: EvaluationBudget
  #payload: Term

  constructor(budget: EvaluationBudget) {
    this.budget = budget
  }

  decodePayload(payload: Term): Term {
    if (!isBinary(payload)) return payload
    if (this.#payload !== undefined) return this.#payload
    try {
      this.#payload = decodeJson(payload, this.budget)
    } catch (error) {
      if (isLimit(error)) throw error
      throw failure('decode_json_failed')
    }
    return this.#payload
  }
}

/** Opens a text inside a path as JSON. */
function openTerm(term: Term, budget: EvaluationBudget): Term {
  if (!isBinary(term)) return term
  try {
    return decodeJson(term, budget)
  } catch (error) {
    if (isLimit(error)) throw error
    return undefined
  }
}

type Root = Scope | Term

const isScope = (root: Root): root is Scope =>
  typeof root === 'object' && root !== null && 'columns' in root && 'named' in root

const findPart = (root: Root, name: string, budget: EvaluationBudget): Term => {
  if (isScope(root)) return lookUp(root, name)
  const data = openTerm(root, budget)
  return isMap(data) ? data.get(name) : undefined
}

function stepInto(step: Step, root: Root, whole: Root, budget: EvaluationBudget): Term {
  if (step.kind === 'key') return findPart(root, step.key, budget)
  if (isScope(root)) return undefined
  const list = openTerm(root, budget)
  if (!isList(list)) return undefined
  const index = resolveIndex(step, whole, budget)
  // `[0]` is only a place to write to, so reading it gives undefined.
  return typeof index === 'bigint' ? nth(list, index) : undefined
}

function nth(list: readonly Term[], index: bigint): Term {
  if (index === 0n) return undefined
  const at = index > 0n ? Number(index) - 1 : list.length + Number(index)
  return list[at]
}

function resolveIndex({ at }: Extract<Step, { kind: 'index' }>, whole: Root, budget: EvaluationBudget): Term {
  if (at === 'head' || at === 'tail') return at
  return typeof at === 'bigint' ? at : walk(at.steps, whole, budget)
}

/** The maximum length of a path, longer than the nesting of any JSON that can be parsed. */
const longestPath = 500

function checkPath(steps: readonly unknown[], budget: EvaluationBudget): void {
  if (steps.length > longestPath) throw limitFailure('depth')
  budget.spend(steps.length)
}

/** Returns the value at the end of a path; undefined if the path leads nowhere. */
function walk(steps: readonly Step[], root: Root, budget: EvaluationBudget): Term {
  checkPath(steps, budget)
  let at: Root = root
  for (const step of steps) {
    at = stepInto(step, at, root, budget)
    if (at === undefined) return undefined
  }
  return isScope(at) ? mergeScope(at) : at
}

export function readReference({ steps }: Reference, scope: Scope, decoding: Decoding): Term {
  const [first, ...rest] = steps
  if (first?.kind !== 'key') return walk(steps, scope, decoding.budget)
  if (rest.length === 0) return lookUp(scope, first.key)
  if (first.key !== 'payload') return walk(steps, scope, decoding.budget)
  const { columns, named } = scope
  if (columns.has('payload'))
    return walk(rest, decoding.decodePayload(columns.get('payload')), decoding.budget)
  if (named.has('payload')) return walk(rest, decoding.decodePayload(named.get('payload')), decoding.budget)
  return undefined
}

/** Sets the value at a path and creates missing parts; `asColumn` applies if the path is the name of a column. */
export function put(
  scope: Scope,
  { steps }: Reference,
  value: Term,
  { asColumn = false, decoding }: { readonly asColumn?: boolean; readonly decoding: Decoding },
): Scope {
  const [first, ...rest] = steps
  if (first?.kind !== 'key') throw noClause()
  const own = asColumn ? scope.columns : scope.named
  const other = asColumn ? scope.named : scope.columns
  const isOwn = own.has(first.key) || !other.has(first.key)
  const place = isOwn ? own : other
  const isOpened = first.key === 'payload' && rest.length > 0 && own.has('payload')
  const given = place.get(first.key)
  const inside = isOpened && isOwn ? decoding.decodePayload(given) : given
  const { budget } = decoding
  checkPath(steps, budget)
  budget.spend(place.size)
  const changed = new Map(place).set(first.key, putInto({ steps: rest, value, whole: scope, budget }, inside))
  const isColumns = place === scope.columns
  return isColumns ? { ...scope, columns: changed } : { ...scope, named: changed }
}

interface Putting {
  readonly steps: readonly Step[]
  readonly value: Term
  readonly whole: Root
  readonly budget: EvaluationBudget
}

function putInto(putting: Putting, into: Term, from = 0): Term {
  const { steps, value, whole, budget } = putting
  const step = steps[from]
  if (step === undefined) return value
  const inner = putInto(putting, stepInto(step, into, whole, budget), from + 1)
  if (step.kind === 'key') {
    const given = isMap(into) ? into : undefined
    budget.spend(given?.size)
    budget.makeTerms(given?.size ?? 1)
    return new Map(given).set(step.key, inner)
  }
  if (!isList(into)) return [inner]
  budget.read(into.length)
  budget.makeTerms(into.length)
  const index = resolveIndex(step, whole, budget)
  if (index === 'head') return [inner, ...into]
  if (index === 'tail') return [...into, inner]
  if (typeof index !== 'bigint' || index === 0n) return into
  const at = index > 0n ? Number(index) - 1 : into.length + Number(index)
  return at >= 0 && at < into.length ? into.with(at, inner) : into
}

/** Sets a value for functions, which use a path of keys and start from any term. */
export function putAt(
  keys: readonly string[],
  value: Term,
  into: Term,
  budget = new EvaluationBudget(),
): Term {
  checkPath(keys, budget)
  const steps = keys.map((key): Step => ({ kind: 'key', key, from: 0, to: 0 }))
  const base = isMap(into) || isList(into) ? into : new Map()
  return putInto({ steps, value, whole: into, budget }, base)
}

export function walkKeys(keys: readonly string[], root: Term, budget = new EvaluationBudget()): Term {
  checkPath(keys, budget)
  return walk(
    keys.map((key) => ({ kind: 'key', key, from: 0, to: 0 })),
    root,
    budget,
  )
}
