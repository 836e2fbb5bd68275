import { parseRefusal } from '@brokerdeck/contract/errors.ts'
import { faultSentence } from '@brokerdeck/contract/field-faults.ts'
import type { UnreadableRows } from '@brokerdeck/contract/paging.ts'
import * as v from 'valibot'
import { api as m } from './messages.ts'

/** Returns true if the object to read or delete no longer exists: it has ended, or another user has deleted it. */
export function isGone(error: unknown): boolean {
  const problem = getProblem(error)
  return problem?.kind === 'rejected' && problem.status === 404 && !isNotOffered(problem)
}

/**
 * Returns true if a refusal explicitly says that the object to delete does not exist. Other 404 responses concern
 * other missing things: a file of a plugin on one node, a node, or a disabled feature.
 */
export function saysItIsAbsent(error: unknown): boolean {
  const problem = getProblem(error)
  if (problem?.kind !== 'rejected' || problem.status !== 404 || isNotOffered(problem)) return false
  if (problem.code.endsWith('_NOT_FOUND') || problem.code === 'BAD_LISTENER_ID') return true
  // Only the message is tested, because the whole response also contains the code.
  const words = problem.message
  if (/^\S*\/\S* |\bnode\b/i.test(words)) return false
  return /not[ _]found|does(?:n't| not) exist/i.test(words)
}

/** Resolves to undefined if the requested object does not exist. */
export async function unlessGone<Answer>(asked: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await asked
  } catch (error) {
    if (isGone(error)) return undefined
    throw error
  }
}

export interface FieldProblem {
  /** The dotted path of the field as the API spells it, without the broker's `root.` prefix. */
  readonly path: string
  readonly message: string
}

/** The reason why a request has no usable response. Created only here and in `http.ts`. */
export type Problem =
  /** The broker does not accept the user: the password is wrong, or the user lacks the permission. */
  | {
      readonly kind: 'unauthorized'
      readonly code: string
      readonly message: string
      /** The reason for a failed login at an identity provider, such as `ldap_query_failed`. */
      readonly reason?: string
    }
  /** The session has ended; the page goes to the login. */
  | { readonly kind: 'expired' }
  | {
      readonly kind: 'rejected'
      readonly status: number
      readonly code: string
      readonly message: string
      readonly fields: readonly FieldProblem[]
      /** The broker's own text, if `message` is a plain sentence in its place. */
      readonly raw?: string
      /** The seconds until the next attempt is accepted, if the response contains them. */
      readonly retryAfter?: number
    }
  | { readonly kind: 'unreachable'; readonly cause: UnreachableCause; readonly detail?: string }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'unreadable'; readonly path: string; readonly detail: string }
  | { readonly kind: 'aborted' }
  /** The request body cannot be represented in JSON; nothing was sent. */
  | { readonly kind: 'unsendable'; readonly detail: string }
  /** No path can contain the identifier (`canAddress` of the contract); nothing was sent. */
  | { readonly kind: 'unaddressable'; readonly parameter: string }

/**
 * `network`: the console server does not respond; the other causes are errors of the broker that the server reports.
 */
type UnreachableCause = 'network' | 'broker' | 'tls'

export class ApiError extends Error {
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.kind === 'rejected' || problem.kind === 'unauthorized' ? problem.message : problem.kind)
    this.name = 'ApiError'
    this.problem = problem
  }
}

export function getProblem(error: unknown): Problem | undefined {
  return error instanceof ApiError ? error.problem : undefined
}

/** Returns true if there was no response, so that a retry without changes may succeed. */
export function isConnectionProblem(problem: Problem | undefined): boolean {
  return problem?.kind === 'unreachable' || problem?.kind === 'timeout'
}

/**
 * Returns true if the connected broker has no such endpoint (embedded broker, other edition), unlike "no such
 * client".
 */
export function isNotOffered(problem: Problem | undefined): boolean {
  return problem?.kind === 'rejected' && problem.status === 404 && problem.code === 'NOT_FOUND'
    ? /embedded broker|path not found|404 - not found/i.test(problem.message)
    : false
}

function isReadOnlyRefusal(problem: Problem | undefined): boolean {
  return problem?.kind === 'rejected' && problem.code === 'READ_ONLY'
}

export interface ErrorDescription {
  readonly title: string
  /** The description in one plain sentence. */
  readonly detail?: string
  /** The broker's own text, shown under *details*. */
  readonly raw?: string
}

const unreachable: Record<UnreachableCause, ErrorDescription> = {
  network: { title: m.networkError, detail: m.unreachableServer },
  broker: { title: m.networkError, detail: m.unreachableBroker },
  tls: { title: m.upstreamTls, detail: m.upstreamTlsDetail },
}

function describeRejected(problem: Extract<Problem, { kind: 'rejected' }>): ErrorDescription {
  const raw = problem.raw === undefined ? {} : { raw: problem.raw }
  if (isReadOnlyRefusal(problem)) return { title: m.readOnly, detail: m.readOnlyDetail }
  if (isNotOffered(problem)) {
    return { title: m.notOffered, detail: m.notOfferedDetail, raw: problem.message }
  }
  if (problem.status === 429) {
    const words = problem.raw ?? problem.message
    const detail = m.tooManyAttemptsDetail(problem.retryAfter)
    return { title: m.tooManyAttempts, detail, ...(words === '' ? {} : { raw: words }) }
  }
  if (problem.code === 'NODE_DOWN') {
    return { title: m.operationFailed, detail: m.nodeDown, raw: problem.raw ?? problem.message }
  }
  const detail = problem.message === '' ? m.internalError : problem.message
  return { title: m.operationFailed, detail, ...raw }
}

/** Describes a problem in the language of the page. */
export function describeProblem(problem: Problem): ErrorDescription {
  switch (problem.kind) {
    case 'unauthorized':
      return problem.code === 'BAD_USERNAME_OR_PWD'
        ? { title: m.wrongPassword }
        : { title: m.notAllowed, detail: problem.message }
    case 'expired':
      return { title: m.loginExpired }
    case 'rejected':
      return describeRejected(problem)
    case 'unreachable':
      return {
        ...unreachable[problem.cause],
        ...(problem.detail === undefined ? {} : { raw: problem.detail }),
      }
    case 'timeout':
      return { title: m.timeout, detail: m.timeoutDetail }
    case 'unreadable':
      return { title: m.unreadable, detail: m.unreadableDetail(problem.path), raw: problem.detail }
    case 'unsendable':
      return { title: m.stringifyError, detail: m.stringifyErrorDetail, raw: problem.detail }
    case 'aborted':
      return { title: m.aborted }
    case 'unaddressable':
      return { title: m.unaddressable, detail: m.unaddressableDetail }
  }
}

/**
 * Describes any exception. An exception that is no API error is a bug of the console and is described by its message.
 */
export function describeError(error: unknown): ErrorDescription {
  const problem = getProblem(error)
  if (problem) return describeProblem(problem)
  return { title: m.errorOccurred, detail: error instanceof Error ? error.message : String(error) }
}

export interface RefusedAnswer {
  readonly status: number
  readonly contentType: string | undefined
  readonly text: string
  /** The value of the `Retry-After` header. */
  readonly retryAfter?: string | undefined
}

/** Converts a refusal by the console server or the broker behind it into a problem; no other function does. */
export function problemOfRefusal({ status, contentType, text, retryAfter }: RefusedAnswer): Problem {
  const { code, message, fields, raw } = parseRefusal(status, contentType, text)
  switch (code) {
    case 'UPSTREAM_UNREACHABLE':
      return { kind: 'unreachable', cause: 'broker', detail: message }
    case 'UPSTREAM_TLS':
      return { kind: 'unreachable', cause: 'tls', detail: message }
    case 'UPSTREAM_TIMEOUT':
      return { kind: 'timeout' }
    case 'BAD_TOKEN':
    case 'TOKEN_TIME_OUT':
    case 'AUTHORIZATION_HEADER_ERROR':
      return { kind: 'expired' }
    case 'UNAUTHORIZED_ROLE':
      return { kind: 'unauthorized', code, message }
  }
  if (status === 401) return { kind: 'unauthorized', code, message, ...parseReason(text) }
  // The response comes from a proxy in between, or from the console server without a code, so the broker did not
  // respond.
  if (code === '' && (status === 502 || status === 504)) return { kind: 'unreachable', cause: 'broker' }
  return {
    kind: 'rejected',
    status,
    code,
    message,
    fields: fields.map((fault) => ({ path: fault.path, message: faultSentence({ ...fault, path: '' }) })),
    ...(raw === '' || raw === message ? {} : { raw }),
    ...(/^\d{1,9}$/.test(retryAfter ?? '') ? { retryAfter: Number(retryAfter) } : {}),
  }
}

const reasonSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    reason: v.union([
      v.string(),
      v.pipe(
        v.unknown(),
        v.transform((reason) => JSON.stringify(reason)),
        v.string(),
      ),
    ]),
  }),
)

function parseReason(text: string): { readonly reason?: string } {
  const parsed = v.safeParse(reasonSchema, text)
  return parsed.success ? parsed.output : {}
}

/** The unreadable rows of a response are stored beside it, so that no page has to look for them among its rows. */
const leftOut = new WeakMap<object, UnreadableRows>()

let hasLeftOut = false
const leftOutListeners = new Set<() => void>()

export function noteUnreadableRows(answer: unknown, rows: UnreadableRows): void {
  if (typeof answer !== 'object' || answer === null) return
  leftOut.set(answer, rows)
  hasLeftOut = true
  for (const listener of [...leftOutListeners]) listener()
}

/** Returns true if rows of any response could not be read since the console was opened. */
export const hasUnreadableRows = (): boolean => hasLeftOut

export function onUnreadableRows(listener: () => void): () => void {
  leftOutListeners.add(listener)
  return () => leftOutListeners.delete(listener)
}

/** Returns the unreadable rows of a response, or undefined if there are none. */
export function unreadableRowsIn(answer: unknown): UnreadableRows | undefined {
  return typeof answer === 'object' && answer !== null ? leftOut.get(answer) : undefined
}
