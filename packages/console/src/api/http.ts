import type { Endpoint, RequestOf, ResponseOf } from '@brokerdeck/contract/endpoint.ts'
import { buildPath, toSearch, UnaddressableError } from '@brokerdeck/contract/wire.ts'
import * as v from 'valibot'
import { noteAnswer, noteNoAnswer } from './connection.ts'
import { ApiError, isConnectionProblem, type Problem } from './errors.ts'
import { trackRequest } from './in-flight.ts'
import { type RefusedAnswer as Answer, problemOfRefusal } from './refusal-problem.ts'
import { currentSession, endSession } from './session.ts'

const defaultTimeoutMs = 20_000

export interface RequestOptions {
  readonly signal?: AbortSignal
  /** Not shown as activity: a poll in the background. */
  readonly isSilent?: boolean
  readonly timeoutMs?: number
  /** Instead of the session's: between the login and the start of the session. */
  readonly token?: string
}

interface Given {
  readonly params?: object | undefined
  readonly query?: object | undefined
  readonly body?: unknown
}

/** Asks an endpoint; every failure is an `ApiError`. */
export function request<E extends Endpoint>(
  endpoint: E,
  given: RequestOf<E>,
  options?: RequestOptions,
): Promise<ResponseOf<E>>
export async function request(
  endpoint: Endpoint,
  given: Given,
  options: RequestOptions = {},
): Promise<unknown> {
  const token = endpoint.access === 'public' ? undefined : (options.token ?? currentSession()?.token)
  const answer = await send(endpoint, given, token, options)
  const schema = schemaFor(endpoint, answer.status)
  if (schema !== undefined) {
    noteAnswer()
    return readAnswer(schema, answer)
  }
  const problem = problemOfRefusal(answer)
  if (isConnectionProblem(problem)) noteNoAnswer(problem)
  else noteAnswer()
  // A late refusal of an older token must not end the session that has replaced it.
  if (problem.kind === 'expired' && token === currentSession()?.token) endSession('expired')
  throw new ApiError(problem)
}

/** `null` for an empty answer, `undefined` for a status that is not a success of the endpoint. */
function schemaFor(endpoint: Endpoint, status: number): v.GenericSchema | null | undefined {
  const known = Object.entries(endpoint.response).find(([key]) => Number(key) === status)
  return known?.[1]
}

/** Refuses what would be folded into the address of something else, before anything is sent. */
function addressOf(endpoint: Endpoint, given: Given): URL {
  try {
    const url = new URL(`api/v5${buildPath(endpoint, given.params)}`, document.baseURI)
    url.search = toSearch(given.query).toString()
    return url
  } catch (error) {
    if (error instanceof UnaddressableError) {
      throw new ApiError({ kind: 'unaddressable', parameter: error.parameter })
    }
    throw error
  }
}

async function send(
  endpoint: Endpoint,
  given: Given,
  token: string | undefined,
  options: RequestOptions,
): Promise<Answer> {
  const url = addressOf(endpoint, given)
  const controller = new AbortController()
  let stopped: Problem = { kind: 'aborted' }
  const abort = () => controller.abort()
  const timer = setTimeout(() => {
    stopped = { kind: 'timeout' }
    controller.abort()
  }, options.timeoutMs ?? defaultTimeoutMs)
  if (options.signal?.aborted) abort()
  options.signal?.addEventListener('abort', abort)
  const finish = trackRequest(abort, options.isSilent ?? false)
  try {
    const headers = new Headers({ accept: 'application/json' })
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
    const body = given.body === undefined ? undefined : JSON.stringify(given.body)
    if (body !== undefined) headers.set('content-type', 'application/json')
    const response = await fetch(url, {
      method: endpoint.method,
      headers,
      signal: controller.signal,
      ...(body === undefined ? {} : { body }),
    })
    return {
      status: response.status,
      contentType: response.headers.get('content-type') ?? undefined,
      text: await response.text(),
    }
  } catch (error) {
    const problem: Problem = controller.signal.aborted
      ? stopped
      : { kind: 'unreachable', cause: 'network', detail: String(error) }
    if (isConnectionProblem(problem)) noteNoAnswer(problem)
    throw new ApiError(problem)
  } finally {
    clearTimeout(timer)
    options.signal?.removeEventListener('abort', abort)
    finish()
  }
}

function readAnswer(schema: v.GenericSchema | null, { text }: Answer): unknown {
  if (schema === null) return undefined
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text)
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  throw new ApiError({ kind: 'unreadable', path: v.getDotPath(issue) ?? '', detail: issue.message })
}
