/** What was to be read or deleted is not there any more: it ended, or somebody else was faster. */
export function isGone(error: unknown): boolean {
  const problem = problemOf(error)
  return problem?.kind === 'rejected' && problem.status === 404 && !isNotOffered(problem)
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
export type UnreachableCause = 'network' | 'broker' | 'tls'

export class ApiError extends Error {
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.kind === 'rejected' || problem.kind === 'unauthorized' ? problem.message : problem.kind)
    this.name = 'ApiError'
    this.problem = problem
  }
}

export function problemOf(error: unknown): Problem | undefined {
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

export function isReadOnlyRefusal(problem: Problem | undefined): boolean {
  return problem?.kind === 'rejected' && problem.code === 'READ_ONLY'
}
