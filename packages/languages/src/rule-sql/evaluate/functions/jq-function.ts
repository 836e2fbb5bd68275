import { type EvaluationBudget, isLimit, limitFailure } from '../budget.ts'
import { decodeJson } from '../decode-json.ts'
import type { JqAnswer, JqQuestion } from '../jq/jq-evaluator.ts'
import { encodeJson } from '../json-text.ts'
import { failure, noClause, RuleFailure } from '../rule-failure.ts'
import { isBinary, isList, isMap, type Term, visibleText } from '../term.ts'
import { type FunctionTable, taking } from './arguments.ts'

/**
 * Returns every result of a program for an input, within the timeout in milliseconds if the program can be
 * interrupted.
 */
export type AskJq = (question: JqQuestion, timeoutMs: number) => JqAnswer

export interface JqSource {
  readonly ask: AskJq
  /** True if the source enforces the timeout. If it cannot, its time does not count as time of the statement. */
  readonly isTimed: boolean
}

let source: JqSource | undefined

export function provideJq(provided: JqSource): void {
  source = provided
}

/** Numbers are floats in jq, so integers beyond 2^53 are rounded. */
function toJson(term: Term): unknown {
  if (typeof term === 'bigint') return Number(term)
  if (isList(term)) return term.map(toJson)
  if (isMap(term)) return Object.fromEntries([...term].map(([key, value]) => [key, toJson(value)]))
  return term instanceof Uint8Array ? visibleText(term) : term
}

function readInput(input: Term, budget: EvaluationBudget): string {
  const json = decodeJson(isBinary(input) ? input : encodeJson(input, budget), budget)
  const text = JSON.stringify(toJson(json))
  budget.make(text.length)
  return text
}

function readResult(text: string, budget: EvaluationBudget): Term {
  budget.make(text.length)
  return decodeJson(text, budget)
}

export const jqFunctions: FunctionTable = {
  jq: taking(
    2,
    3,
  )((args, { execution }) => {
    const [program, input, timeout] = args
    if (!isBinary(program)) throw noClause()
    if (args.length === 3 && typeof timeout !== 'bigint') throw failure('badarg')
    if (typeof timeout === 'bigint' && timeout < 0n) throw failure('jq_exception')
    if (source === undefined) throw new RuleFailure({ kind: 'broker-only', functionName: 'jq' })
    const { budget, jqTimeout } = execution
    const given = typeof timeout === 'bigint' ? Number(timeout) : jqTimeout
    try {
      const question = { program: visibleText(program), input: readInput(input, budget) }
      const since = performance.now()
      const left = budget.millisecondsLeft
      const answer = source.ask(question, Math.min(given, left))
      if (!source.isTimed) budget.excuse(performance.now() - since)
      if (budget.millisecondsLeft <= 0) throw limitFailure('time')
      // A program that is stopped slightly before the end of the execution has met the limit of the execution.
      if (answer === undefined) throw left <= given ? limitFailure('time') : failure('jq_exception')
      return answer.map((text) => readResult(text, budget))
    } catch (error) {
      if (error instanceof RuleFailure && isLimit(error)) throw error
      throw failure('jq_exception')
    }
  }),
}
