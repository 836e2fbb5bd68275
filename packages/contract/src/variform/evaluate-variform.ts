import { ClauseFailure, RuleFailure } from '../rule-sql/evaluate/rule-failure.ts'
import { Decoding } from '../rule-sql/evaluate/scope.ts'
import { isList, isMap, type Term, type TermMap } from '../rule-sql/evaluate/term.ts'
import type { VariformNode } from './parse-variform.ts'
import { isEmpty, isTrue, variformFunctions } from './variform-functions.ts'

/** Why there is no value, as the broker's JSON has it. */
export type VariformReason = { readonly reason: string } & Readonly<Record<string, string>>

export type Evaluated = { readonly value: Term } | { readonly reason: VariformReason }

class VariformFailure extends Error {
  override readonly name = 'VariformFailure'
  readonly reason: VariformReason
  constructor(reason: VariformReason) {
    super(reason.reason)
    this.reason = reason
  }
}

/** Characters or items that one expression may make. */
const mostMade = 4_000_000

/** The value of an expression over what is known by name. Nothing it does ends otherwise. */
export function evaluateVariform(node: VariformNode, bindings: TermMap, now: () => number): Evaluated {
  let made = 0
  const budget = {
    check: () => undefined,
    made(size: number) {
      made += size
      if (made > mostMade) throw new VariformFailure({ reason: 'limit_exceeded' })
    },
  }
  const execution = { decoding: new Decoding(), budget, jqTimeout: 0, registry: undefined, now }
  const run = (one: VariformNode): Term => {
    switch (one.kind) {
      case 'value':
        return one.value
      case 'list':
        return one.items.map(run)
      case 'name':
        return variable(one.name, bindings)
      case 'call':
        return call(one.name, one.args)
    }
  }
  const orNothing = (one: VariformNode | undefined): Term => {
    if (one === undefined) return undefined
    try {
      return run(one)
    } catch (error) {
      if (error instanceof VariformFailure && error.reason.reason === 'var_unbound') return undefined
      throw error
    }
  }
  const first = (args: readonly VariformNode[]): Term => {
    const [only, more] = args
    const among = only?.kind === 'list' && more === undefined ? only.items : args
    for (const one of among) {
      const value = orNothing(one)
      const found = isList(value) && among.length === 1 ? value.find((item) => !isEmpty(item)) : value
      if (!isEmpty(found)) return found
    }
    return ''
  }
  const call = (called: string, args: readonly VariformNode[]): Term => {
    const name = called.replace(/^emqx_variform_bif\./, '')
    const [condition, then, otherwise] = args
    if (name === 'coalesce' && args.length > 0) return first(args)
    if (name === 'is_empty' && args.length === 1) return isEmpty(orNothing(condition))
    if (name === 'iif' && args.length === 3 && condition && then && otherwise)
      return run(isTrue(orNothing(condition)) ? then : otherwise)
    const found = variformFunctions.get(name)
    const isTaken = found?.counts === 'any' || found?.counts.includes(args.length) === true
    if (found === undefined || !isTaken)
      throw new VariformFailure({ reason: 'unknown_variform_function', function: name })
    const result = found.run(args.map(run), { event: undefined, execution })
    if (typeof result === 'string' || isList(result)) budget.made(result.length)
    return result
  }
  try {
    return { value: run(node) }
  } catch (error) {
    return { reason: reasonOf(error) }
  }
}

function reasonOf(error: unknown): VariformReason {
  if (error instanceof VariformFailure) return error.reason
  if (error instanceof RuleFailure) return { exception: 'error', reason: error.message }
  if (error instanceof ClauseFailure) return { exception: 'error', reason: 'function_clause' }
  if (error instanceof RangeError) return { exception: 'error', reason: 'limit_exceeded' }
  throw error
}

/** `payload.a.b`: only maps are looked into. */
function variable(name: string, bindings: TermMap): Term {
  let at: Term = bindings
  for (const key of name.split('.').filter((part) => part !== '')) {
    if (!isMap(at) || !at.has(key)) throw new VariformFailure({ reason: 'var_unbound', var_name: name })
    at = at.get(key)
  }
  return at
}
