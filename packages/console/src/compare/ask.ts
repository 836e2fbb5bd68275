import type { Endpoint, RequestOf, ResponseOf } from '@brokerdeck/contract/endpoint.ts'
import { readJsonWithoutOddRows } from '@brokerdeck/contract/paging.ts'
import { ApiError, type Problem, problemOfRefusal, type RefusedAnswer } from '#api/errors.ts'

/** Sends a request to a broker; every failure is an `ApiError`. A page and a command have different implementations. */
export type AskCluster = <E extends Endpoint>(endpoint: E, given: RequestOf<E>) => Promise<ResponseOf<E>>

/**
 * Reads the response of a broker according to the contract. Unlike a page, it rejects a response with unreadable
 * rows, because the compared or stored data must be complete.
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

/** Returns the error to throw if there was no response. */
export function refuseSilence(problem: Extract<Problem, { kind: 'unreachable' | 'timeout' }>): ApiError {
  return new ApiError(problem)
}
