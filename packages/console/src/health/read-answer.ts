import type { Endpoint, RequestOf, ResponseOf } from '@brokerdeck/contract/endpoint.ts'
import { readJsonWithoutOddRows, readWithoutOddRows } from '@brokerdeck/contract/paging.ts'
import { ApiError, getProblem, problemOfRefusal } from '#api/errors.ts'
import { healthWatch as m } from '#features/monitoring/messages/health-watch.ts'
import { type Answer, toRefusedAnswer } from '#features/monitoring/overview/health/health-check.ts'
import type { AskBroker } from '#features/monitoring/overview/health/read-losses.ts'

/** What came back on one question, read by nobody yet. */
export interface RawAnswer {
  readonly status: number
  readonly contentType: string
  readonly text: string
}

interface RequestParts {
  readonly params?: object | undefined
  readonly query?: object | undefined
}

/** Sends one question. Where nothing comes back it throws an error whose message says why. */
export type Send = (endpoint: Endpoint, given: RequestParts) => Promise<RawAnswer>

/** Reads what comes back as the pages do: rows that do not fit are left out, and what cannot be read is an `ApiError`. */
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

/** What is asked for, or why it is not to be had. */
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
