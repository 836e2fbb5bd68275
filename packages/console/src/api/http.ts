import {
  buildPath,
  type Endpoint,
  type RequestOf,
  type ResponseOf,
  toSearch,
  UnaddressableError,
} from '@brokerdeck/contract/endpoint.ts'
import { readJsonWithoutOddRows, readWithoutOddRows } from '@brokerdeck/contract/paging.ts'
import type * as v from 'valibot'
import { consoleConfig } from '#lib/console-config.ts'
import { noteAnswer, noteNoAnswer, noteWritten, trackRequest } from './connection.ts'
import {
  ApiError,
  getProblem,
  isConnectionProblem,
  noteUnreadableRows,
  type Problem,
  problemOfRefusal,
  type RefusedAnswer,
} from './errors.ts'
import { currentSession, endSession } from './session.ts'

const defaultTimeoutMs = 20_000

export interface RequestOptions {
  readonly signal?: AbortSignal
  /** True for a background poll, which is not shown as activity. */
  readonly isSilent?: boolean
  readonly timeoutMs?: number
  /** Replaces the token of the session, for requests between the login and the start of the session. */
  readonly token?: string
  /** Replaces `fetch`: `upload.ts` reports the progress. */
  readonly transport?: Transport
  /**
   * Another cluster of this console. Its responses affect neither the session nor the connection state of this
   * cluster.
   */
  readonly elsewhere?: Elsewhere | undefined
}

export interface Elsewhere {
  /** The path of its console, below this origin. */
  readonly path: string
  readonly token: string
}

export type Transport = (url: URL, init: RequestInit) => Promise<Response>

interface Answer extends RefusedAnswer {
  readonly answeredBy: string | undefined
  readonly file?: Blob
}

interface RequestInput {
  readonly params?: object | undefined
  readonly query?: object | undefined
  readonly body?: unknown
}

/** Sends a request to an endpoint; every failure is an `ApiError`. */
export function request<E extends Endpoint>(
  endpoint: E,
  given: RequestOf<E>,
  options?: RequestOptions,
): Promise<ResponseOf<E>>
export async function request(
  endpoint: Endpoint,
  given: RequestInput,
  options?: RequestOptions,
): Promise<unknown> {
  try {
    const answer = await ask(endpoint, given, options)
    noteWritten(endpoint, given)
    return answer
  } catch (error) {
    // After a refusal the displayed data may be outdated, and without a response its state is unknown. Requests with
    // these two problems had no effect.
    const problem = getProblem(error)
    if (problem?.kind !== 'expired' && problem?.kind !== 'unaddressable')
      noteWritten(endpoint, given, problem)
    throw error
  }
}

async function ask(endpoint: Endpoint, given: RequestInput, options: RequestOptions = {}): Promise<unknown> {
  const { elsewhere } = options
  const own = elsewhere?.token ?? options.token ?? currentSession()?.token
  const token = endpoint.access === 'public' ? undefined : own
  const answer = await send(endpoint, given, token, options)
  const schema = schemaFor(endpoint, answer.status)
  if (schema !== undefined) {
    if (elsewhere === undefined) noteAnswer(answer.answeredBy)
    return readAnswer(endpoint, schema, answer)
  }
  const problem = problemOfRefusal(answer)
  if (elsewhere !== undefined) throw new ApiError(problem)
  if (isConnectionProblem(problem)) noteNoAnswer(problem)
  else noteAnswer(answer.answeredBy)
  // A late refusal of an older token must not end the session that has replaced it.
  if (problem.kind === 'expired' && token === currentSession()?.token) endSession('expired')
  throw new ApiError(problem)
}

async function loadRefusal() {
  try {
    return await import('#api/permission/refuse-closed.ts')
  } catch (error) {
    throw new ApiError({ kind: 'unreachable', cause: 'network', detail: String(error) })
  }
}

/** Returns `null` for an empty response, and `undefined` for a status that is no success of the endpoint. */
function schemaFor(endpoint: Endpoint, status: number): v.GenericSchema | null | undefined {
  const known = Object.entries(endpoint.response).find(([key]) => Number(key) === status)
  return known?.[1]
}

/** Throws for parameters that would resolve to another address, before anything is sent. */
function buildUrl(endpoint: Endpoint, given: RequestInput, below = ''): URL {
  try {
    const url = new URL(`${below}api/v5${buildPath(endpoint, given.params)}`, document.baseURI)
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
  given: RequestInput,
  token: string | undefined,
  options: RequestOptions,
): Promise<Answer> {
  const url = buildUrl(endpoint, given, options.elsewhere?.path)
  // Another cluster has its own restrictions. This module is loaded only if something is restricted.
  if (options.elsewhere === undefined && consoleConfig().closed !== undefined)
    (await loadRefusal()).refuseClosed(endpoint.method, url)
  // No request is sent between an expired session and the next one.
  if (endpoint.access !== 'public' && token === undefined) throw new ApiError({ kind: 'expired' })
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
    const headers = new Headers({ accept: acceptable[endpoint.gives ?? 'json'] })
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
    const body = given.body === undefined ? undefined : encode(endpoint, given.body)
    if (body !== undefined && isJson(endpoint, given.body)) headers.set('content-type', 'application/json')
    const init: RequestInit = {
      method: endpoint.method,
      headers,
      signal: controller.signal,
      ...(body === undefined ? {} : { body }),
    }
    const response = await (takeEarlyAnswer(url, init, token) ?? (options.transport ?? fetch)(url, init))
    return {
      status: response.status,
      contentType: response.headers.get('content-type') ?? undefined,
      answeredBy: response.headers.get('x-brokerdeck-answered-by') ?? undefined,
      retryAfter: response.headers.get('retry-after') ?? undefined,
      ...(response.ok && endpoint.gives === 'file'
        ? { text: '', file: await readFile(response) }
        : { text: await response.text() }),
    }
  } catch (error) {
    if (getProblem(error)?.kind === 'unsendable') throw error
    const problem: Problem = controller.signal.aborted
      ? stopped
      : { kind: 'unreachable', cause: 'network', detail: String(error) }
    if (options.elsewhere === undefined && isConnectionProblem(problem)) noteNoAnswer(problem)
    throw new ApiError(problem)
  } finally {
    clearTimeout(timer)
    options.signal?.removeEventListener('abort', abort)
    finish()
  }
}

/** The broker chooses the format of its refusals by this header. */
const acceptable = {
  json: 'application/json',
  text: 'text/plain',
  file: 'application/json, text/plain, */*',
} as const

/** A list may be sent as JSON in place of a form that contains it as a file. */
const isJson = (endpoint: Endpoint, body: unknown): boolean =>
  endpoint.sends === undefined ||
  endpoint.sends === 'json-or-form' ||
  (endpoint.sends === 'form' && Array.isArray(body))

function encode(endpoint: Endpoint, body: unknown): string | FormData {
  if (endpoint.sends === 'text') return String(body)
  if (isJson(endpoint, body)) return stringifyBody(body)
  const form = new FormData()
  for (const [field, file] of Object.entries(body ?? {})) if (file instanceof Blob) form.set(field, file)
  return form
}

function readAnswer(endpoint: Endpoint, schema: v.GenericSchema | null, { text, file }: Answer): unknown {
  if (schema === null) return undefined
  const isJsonText = endpoint.gives === undefined
  const reading = isJsonText ? readJsonWithoutOddRows(schema, text) : readWithoutOddRows(schema, file ?? text)
  if (reading.kind === 'unreadable') throw new ApiError(reading)
  if (reading.unreadable !== undefined) noteUnreadableRows(reading.output, reading.unreadable)
  return reading.output
}

/**
 * Throws for values that JSON cannot represent, such as a cyclic object or a BigInt; only a bug of the console
 * creates them.
 */
function stringifyBody(body: unknown): string {
  try {
    return JSON.stringify(body)
  } catch (error) {
    throw new ApiError({ kind: 'unsendable', detail: String(error) })
  }
}

/** Returns the file name in a `content-disposition` header (RFC 6266); `filename*` (RFC 8187) takes precedence. */
export function dispositionName(header: string | null): string | undefined {
  const encoded = /;\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(header ?? '')?.[1]
  const quoted = /;\s*filename\s*=\s*"((?:[^"\\]|\\.)*)"/i.exec(header ?? '')?.[1]?.replaceAll(/\\(.)/g, '$1')
  const plain = /;\s*filename\s*=\s*([^";\s]+)/i.exec(header ?? '')?.[1]
  return (encoded === undefined ? undefined : decodeOrUndefined(encoded)) ?? quoted ?? plain
}

function decodeOrUndefined(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) return undefined
    throw error
  }
}

/**
 * Returns a file with the name from the broker, or a plain blob if there is no name. The type is that of the
 * response.
 */
export async function readFile(response: Response): Promise<Blob> {
  const name = dispositionName(response.headers.get('content-disposition'))
  if (name === undefined) return response.blob()
  const type = response.headers.get('content-type') ?? ''
  return new File([await response.arrayBuffer()], name, { type })
}

interface EarlyAnswer {
  readonly answer: Promise<{ readonly response: Response; readonly at: number }>
  /** Aborts the request. */
  readonly stop: () => void
}

/** The requests that `public/static/early-chunks.js` sent together with the page, by URL. */
interface EarlyAnswers {
  readonly token: string
  readonly answers: Record<string, EarlyAnswer | undefined>
}

declare global {
  interface Window {
    earlyAnswers?: EarlyAnswers | undefined
  }
}

/** The maximum age in milliseconds: a response that waited longer for the code to load is outdated. */
const longestWait = 5_000

export function hasEarlyAnswers(): boolean {
  return globalThis.window?.earlyAnswers !== undefined
}

/**
 * Returns the response to a read that was sent before this code was loaded, once. Returns `undefined` if there is
 * none, or if it belongs to another session.
 */
export function takeEarlyAnswer(
  url: URL,
  init: RequestInit,
  token: string | undefined,
): Promise<Response> | undefined {
  const early = globalThis.window?.earlyAnswers
  if (early === undefined || init.method !== 'GET' || init.signal?.aborted === true) return undefined
  if (early.token !== token) {
    window.earlyAnswers = undefined
    return undefined
  }
  const asked = early.answers[url.href]
  if (asked === undefined) return undefined
  early.answers[url.href] = undefined
  const isOver = new Promise<never>((_, reject) => {
    init.signal?.addEventListener('abort', () => {
      asked.stop()
      reject(init.signal?.reason)
    })
  })
  const fresh = asked.answer.then(
    ({ response, at }) => (Date.now() - at > longestWait ? fetch(url, init) : response),
    () => fetch(url, init),
  )
  return Promise.race([fresh, isOver])
}
