import type { Endpoint, RequestOf, ResponseOf } from '@brokerdeck/contract/endpoint.ts'
import { readJsonWithoutOddRows } from '@brokerdeck/contract/paging.ts'
import { ApiError, type Problem, problemOfRefusal, type RefusedAnswer } from '#api/errors.ts'

/** Asks a broker; every failure is an `ApiError`. A page and a command do so by ways of their own. */
export type AskCluster = <E extends Endpoint>(endpoint: E, given: RequestOf<E>) => Promise<ResponseOf<E>>

/**
 * What a broker answered, as the contract says it. Other than a page it refuses an answer of which some rows cannot be
 * read: what is compared or kept has to be all there is.
 */
export function readAnswer(endpoint: Endpoint, answer: RefusedAnswer): unknown {
  const known = Object.entries(endpoint.response).find(([status]) => Number(status) === answer.status)
  if (known === undefined) throw new ApiError(problemOfRefusal(answer))
  const [, schema] = known
  if (schema === null || schema === undefined) return undefined
  const reading = readJsonWithoutOddRows(schema, answer.text)
  if (reading.kind === 'unreadable') throw new ApiError(reading)
  if (reading.unreadable !== undefined)
    throw new ApiError({ kind: 'unreadable', path: endpoint.path, detail: `${reading.unreadable.count}` })
  return reading.output
}

/** Nothing was answered: what to throw in its place. */
export function refuseSilence(problem: Extract<Problem, { kind: 'unreachable' | 'timeout' }>): ApiError {
  return new ApiError(problem)
}
