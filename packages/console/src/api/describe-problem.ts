import { isNotOffered, isReadOnlyRefusal, type Problem, problemOf, type UnreachableCause } from './errors.ts'
import { api as m } from './messages.ts'

export interface Described {
  readonly title: string
  /** One plain sentence. */
  readonly detail?: string
  /** What the broker said in its own words, for *details*. */
  readonly raw?: string
}

const unreachable: Record<UnreachableCause, Described> = {
  network: { title: m.networkError, detail: m.unreachableServer },
  broker: { title: m.networkError, detail: m.unreachableBroker },
  tls: { title: m.upstreamTls, detail: m.upstreamTlsDetail },
}

function describeRejected(problem: Extract<Problem, { kind: 'rejected' }>): Described {
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
export function describeProblem(problem: Problem): Described {
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
export function describeError(error: unknown): Described {
  const problem = problemOf(error)
  if (problem) return describeProblem(problem)
  return { title: m.errorOccurred, detail: error instanceof Error ? error.message : String(error) }
}
