import { parseRefusal } from '@brokerdeck/contract/errors.ts'
import { faultSentence } from '@brokerdeck/contract/field-faults.ts'
import type { UnreadableRows } from '@brokerdeck/contract/paging.ts'
import * as v from 'valibot'
import { api as m } from './messages.ts'

/** What was to be read or deleted is not there any more: it ended, or somebody else was faster. */
export function isGone(error: unknown): boolean {
  const problem = getProblem(error)
  return problem?.kind === 'rejected' && problem.status === 404 && !isNotOffered(problem)
}

/**
 * A refusal that says in words that what was to be taken away is not there. Other things are missing with 404, too: a
 * file of a plugin on one node, a node, a part that is switched off.
 */
export function saysItIsAbsent(error: unknown): boolean {
  const problem = getProblem(error)
  if (problem?.kind !== 'rejected' || problem.status !== 404 || isNotOffered(problem)) return false
  if (problem.code.endsWith('_NOT_FOUND') || problem.code === 'BAD_LISTENER_ID') return true
  // Not the whole answer, in which the code says it as well.
  const words = problem.message
  if (/^\S*\/\S* |\bnode\b/i.test(words)) return false
  return /not[ _]found|does(?:n't| not) exist/i.test(words)
}

/** Undefined where what is asked for is not there. */
export async function unlessGone<Answer>(asked: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await asked
  } catch (error) {
    if (isGone(error)) return undefined
    throw error
  }
}

export interface FieldProblem {
  /** Dotted path of the field as the API spells it, without the broker's `root.` prefix. */
  readonly path: string
  readonly message: string
}

/** Why a request did not give an answer that can be used. Made here and in `http.ts` only. */
export type Problem =
  /** The broker does not accept who asks: wrong password, or no right to do it. */
  | {
      readonly kind: 'unauthorized'
      readonly code: string
      readonly message: string
      /** Of a sign-in at somebody else's: `ldap_query_failed`. */
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
      /** The broker's own words where `message` is a plain sentence in their place. */
      readonly raw?: string
      /** Seconds until another attempt counts, where the answer says so. */
      readonly retryAfter?: number
    }
  | { readonly kind: 'unreachable'; readonly cause: UnreachableCause; readonly detail?: string }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'unreadable'; readonly path: string; readonly detail: string }
  | { readonly kind: 'aborted' }
  /** What was to be sent has no form in JSON; nothing was sent. */
  | { readonly kind: 'unsendable'; readonly detail: string }
  /** An identifier that no path can carry (`canAddress` of the contract); nothing was sent. */
  | { readonly kind: 'unaddressable'; readonly parameter: string }

/** `network`: our own server does not answer; the others are what our server says about the broker behind it. */
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

/** No answer reached us: worth another try without changing anything. */
export function isConnectionProblem(problem: Problem | undefined): boolean {
  return problem?.kind === 'unreachable' || problem?.kind === 'timeout'
}

/** The connected broker has no such endpoint (embedded broker, other edition), unlike "no such client". */
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
  /** One plain sentence. */
  readonly detail?: string
  /** What the broker said in its own words, for *details*. */
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

/** The words for a problem, in the language of the page. */
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

/** The same for anything thrown; what is not an API error is a fault of the console and says its own text. */
export function describeError(error: unknown): ErrorDescription {
  const problem = getProblem(error)
  if (problem) return describeProblem(problem)
  return { title: m.errorOccurred, detail: error instanceof Error ? error.message : String(error) }
}

export interface RefusedAnswer {
  readonly status: number
  readonly contentType: string | undefined
  readonly text: string
  /** The header. */
  readonly retryAfter?: string | undefined
}

/** The one place that turns a refusal, by our server or by the broker behind it, into a problem. */
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
  // A proxy in between, or our server without a code: nobody behind it has answered.
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

/** What was left out of an answer stands beside it, so that no page has to look for it in its rows. */
const leftOut = new WeakMap<object, UnreadableRows>()

let hasLeftOut = false
const leftOutListeners = new Set<() => void>()

export function noteUnreadableRows(answer: unknown, rows: UnreadableRows): void {
  if (typeof answer !== 'object' || answer === null) return
  leftOut.set(answer, rows)
  hasLeftOut = true
  for (const listener of [...leftOutListeners]) listener()
}

/** Whether rows of any answer could not be read since the console was opened. */
export const hasUnreadableRows = (): boolean => hasLeftOut

export function onUnreadableRows(listener: () => void): () => void {
  leftOutListeners.add(listener)
  return () => leftOutListeners.delete(listener)
}

/** The rows of an answer that could not be read; undefined where there are none. */
export function unreadableRowsIn(answer: unknown): UnreadableRows | undefined {
  return typeof answer === 'object' && answer !== null ? leftOut.get(answer) : undefined
}
