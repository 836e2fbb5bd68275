import { decodeJson } from '../decode-json.ts'
import type { Budget, Execution } from '../execution.ts'
import { encodeJson } from '../json-text.ts'
import { failure, noClause, RuleFailure } from '../rule-failure.ts'
import { isBinary, isList, isMap, type Term, visibleText } from '../term.ts'
import { type FunctionTable, taking } from './arguments.ts'

/** What is asked of a jq: every result of a program for an input, as JSON. */
export type Jq = (program: string, input: unknown, limit: Budget) => readonly unknown[]

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

function fromJson(value: unknown): Term {
  if (typeof value === 'number') {
    if (Number.isNaN(value)) return null
    const finite = Math.min(largest, Math.max(-largest, value))
    return Number.isInteger(finite) && Math.abs(finite) < 1e17 ? BigInt(finite) : finite
  }
  if (typeof value === 'bigint' || typeof value === 'string' || typeof value === 'boolean') return value
  if (Array.isArray(value)) return value.map(fromJson)
  if (typeof value !== 'object' || value === null) return null
  return new Map(Object.entries(value).map(([key, item]) => [key, fromJson(item)]))
}

/** Ends a program after its own time, or with the execution. */
function limited({ budget, jqTimeout }: Execution, timeout: Term): Budget {
  const deadline = performance.now() + (typeof timeout === 'bigint' ? Number(timeout) : jqTimeout)
  let weights = 0
  return {
    ...budget,
    check(weight = 1) {
      budget.check(weight)
      weights += weight
      if (weights < 256) return
      weights = 0
      if (performance.now() > deadline) throw failure('jq_exception')
    },
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
      const json = decodeJson(isBinary(input) ? input : encodeJson(input))
      const limit = limited(execution, timeout)
      const run = () => jq(visibleText(program), toJson(json), limit)
      return (execution.interrupted?.(run) ?? run()).map(fromJson)
    } catch (error) {
      if (error instanceof RuleFailure && error.reason.kind === 'limit') throw error
      throw failure('jq_exception')
    }
  }),
}
