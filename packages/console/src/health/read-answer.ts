import type { Endpoint, RequestOf, ResponseOf } from '@brokerdeck/contract/endpoint.ts'
import { readJsonWithoutOddRows, readWithoutOddRows } from '@brokerdeck/contract/paging.ts'
import { ApiError, getProblem, problemOfRefusal } from '#api/errors.ts'
import { healthWatch as m } from '#features/monitoring/messages/health-watch.ts'
import { type Answer, toRefusedAnswer } from '#features/monitoring/overview/health/health-check.ts'
import type { AskBroker } from '#features/monitoring/overview/health/read-losses.ts'

/** The response to a request, not parsed yet. */
export interface RawAnswer {
  readonly status: number
  readonly contentType: string
  readonly text: string
}

interface RequestParts {
  readonly params?: object | undefined
  readonly query?: object | undefined
}

/** Sends a request. Throws an error with the reason in its message if there is no response. */
export type Send = (endpoint: Endpoint, given: RequestParts) => Promise<RawAnswer>

/**
 * Reads responses as the pages do: rows that do not match the schema are left out, and an unreadable response is an
 * `ApiError`.
 */
export function readThrough(send: Send): AskBroker {
  function ask<E extends Endpoint>(endpoint: E, given: RequestOf<E>): Promise<ResponseOf<E>>
  async function ask(endpoint: Endpoint, given: RequestParts): Promise<unknown> {
    const { status, contentType, text } = await send(endpoint, given)
    const known = Object.entries(endpoint.response).find(([key]) => Number(key) === status)
    if (known === undefined) throw new ApiError(problemOfRefusal({ status, contentType, text }))
    const [, schema] = known
    if (schema === null) return undefined
    const reading =
      endpoint.gives === undefined ? readJsonWithoutOddRows(schema, text) : readWithoutOddRows(schema, text)
    if (reading.kind === 'unreadable') throw new ApiError(reading)
    return reading.output
  }
  return ask
}

/** Resolves to the requested value, or to the reason why it is not available. */
export async function answerTo<T>(asked: Promise<T>): Promise<Answer<T>> {
  try {
    return { kind: 'told', value: await asked }
  } catch (error) {
    const problem = getProblem(error)
    if (problem?.kind === 'unauthorized' && problem.code === 'API_KEY_NOT_ALLOW')
      return { kind: 'refused', why: m.refusedToKey, isAbsent: false }
    if (problem === undefined && error instanceof Error)
      return { kind: 'refused', why: error.message, isAbsent: false }
    return toRefusedAnswer(error)
  }
}
