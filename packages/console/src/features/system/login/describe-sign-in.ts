import { type Described, describeError } from '#api/describe-problem.ts'
import { problemOf } from '#api/errors.ts'
import { m } from './messages.ts'

/** EMQX 5.8.9 names the reason beside "Auth failed". */
const reasons: Readonly<Record<string, Described>> = {
  ldap_query_failed: { title: m.directoryFailed, detail: m.directoryFailedHint },
  ldap_bind_query_failed: { title: m.directoryFailed, detail: m.directoryFailedHint },
  provider_not_ready: { title: m.providerFailed, detail: m.providerFailedHint },
}

/** In the words of a login: who asks at somebody else's has to learn which of the two failed. */
export function describeSignIn(error: unknown): Described {
  const problem = problemOf(error)
  if (problem?.kind === 'rejected' && problem.code === 'BACKEND_NOT_FOUND') {
    return { title: m.backendGone, detail: m.backendGoneHint }
  }
  const reason = problem?.kind === 'unauthorized' ? problem.reason : undefined
  if (reason === undefined || reason === 'user_not_found' || reason.includes('invalidCredentials')) {
    return describeError(error)
  }
  return reasons[reason] ?? { title: m.signInFailed, detail: m.signInFailedHint, raw: reason }
}
