import { EvaluationBudget, isLimit } from '../budget.ts'
import { decodeJson } from '../decode-json.ts'
import { encodeJson } from '../json-text.ts'
import { failure, noClause, RuleFailure } from '../rule-failure.ts'
import { isBinary, isList, isMap, type Term, visibleText } from '../term.ts'
import { type FunctionTable, taking } from './arguments.ts'

/** What is asked of a jq: every result of a program for an input, as JSON. */
export type Jq = (program: string, input: unknown, limit: EvaluationBudget) => readonly unknown[]

let loaded: Jq | undefined

export function provideJq(jq: Jq): void {
  loaded = jq
}

/** Numbers are floats to jq: integers beyond 2^53 are rounded. */
function toJson(term: Term): unknown {
  if (typeof term === 'bigint') return Number(term)
  if (isList(term)) return term.map(toJson)
  if (isMap(term)) return Object.fromEntries([...term].map(([key, value]) => [key, toJson(value)]))
  return term instanceof Uint8Array ? visibleText(term) : term
}

const largest = Number.MAX_VALUE

/** A program may put the same value in many places: each is a term of its own. */
function fromJson(value: unknown, budget: EvaluationBudget): Term {
  budget.spend()
  if (typeof value === 'number') {
    if (Number.isNaN(value)) return null
    const finite = Math.min(largest, Math.max(-largest, value))
    return Number.isInteger(finite) && Math.abs(finite) < 1e17 ? BigInt(finite) : finite
  }
  if (typeof value === 'bigint' || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value !== 'object' || value === null) return null
  const entries = Object.entries(value)
  budget.makeTerms(entries.length)
  if (Array.isArray(value)) return value.map((item) => fromJson(item, budget))
  return new Map(entries.map(([key, item]) => [key, fromJson(item, budget)]))
}

/** Ends a program after its own time, or with the execution. */
class ProgramBudget extends EvaluationBudget {
  readonly #whole: EvaluationBudget

  constructor(whole: EvaluationBudget, timeMs: number) {
    super({ timeMs, steps: Number.POSITIVE_INFINITY })
    this.#whole = whole
  }

  override spend(steps = 1): void {
    this.#whole.spend(steps)
    try {
      super.spend(steps)
    } catch {
      throw failure('jq_exception')
    }
  }

  override make(size: number): void {
    this.#whole.make(size)
  }
}

export const jqFunctions: FunctionTable = {
  jq: taking(
    2,
    3,
  )((args, { execution }) => {
    const [program, input] = args
    const [, , timeout] = args
    if (!isBinary(program)) throw noClause()
    if (args.length === 3 && typeof timeout !== 'bigint') throw failure('badarg')
    if (typeof timeout === 'bigint' && timeout < 0n) throw failure('jq_exception')
    const jq = loaded
    if (jq === undefined) throw new RuleFailure({ kind: 'broker-only', functionName: 'jq' })
    try {
      const { budget, jqTimeout } = execution
      const json = decodeJson(isBinary(input) ? input : encodeJson(input, budget), budget)
      const limit = new ProgramBudget(budget, typeof timeout === 'bigint' ? Number(timeout) : jqTimeout)
      const run = () => jq(visibleText(program), toJson(json), limit)
      return (execution.interrupted?.(run) ?? run()).map((one) => fromJson(one, budget))
    } catch (error) {
      if (error instanceof RuleFailure && isLimit(error)) throw error
      throw failure('jq_exception')
    }
  }),
}
