import { type SsoBackend, ssoBackends } from '@brokerdeck/contract/console-server.ts'
import { endpoint } from '@brokerdeck/contract/endpoint.ts'
import { type LoginAnswer, login } from '@brokerdeck/contract/system/login.ts'
import { sso } from '@brokerdeck/contract/system/sso.ts'
import { describeError, type ErrorDescription, getProblem } from '#api/errors.ts'
import { request, type Transport } from '#api/http.ts'
import type { Session } from '#api/session.ts'
import { login as m } from '#features/system/messages/accounts.ts'
import { type Credentials, isDefaultPassword } from './is-default-password.ts'

/** Requests a token; the page decides whether the session starts. */
export async function signIn(credentials: Credentials): Promise<Session> {
  const answer = await request(login.login, { body: credentials })
  return {
    ...toSession(answer, credentials.username),
    ...(isDefaultPassword(credentials) ? { hasDefaultPassword: true } : {}),
  }
}

/**
 * Signs in with the password of an LDAP directory. The broker keeps a separate user for each person who logs in this
 * way.
 */
export async function signInByLdap({ username, password }: Credentials): Promise<Session> {
  const backend = 'ldap'
  const answer = await request(sso.login, { params: { backend }, body: { backend, username, password } })
  return { ...toSession(answer, answer.username), backend }
}

function toSession({ token, version, license, role }: LoginAnswer, username: string): Session {
  return { token, version, username, edition: license.edition, ...(role === undefined ? {} : { role }) }
}

/** Returns the identity providers that the login can offer; Community has no such endpoint. */
export async function readOfferedBackends(signal: AbortSignal): Promise<readonly SsoBackend[]> {
  const running = await request(sso.running, {}, { signal, isSilent: true }).catch(
    (): readonly string[] => [],
  )
  return ssoBackends.filter((backend) => running.includes(backend))
}

const leave = endpoint({ ...sso.login, response: { 204: null } })

/** A script cannot read the target of a redirect, but its existence is enough to know that the login was accepted. */
const withoutFollowing: Transport = async (url, init) => {
  const answer = await fetch(url, { ...init, redirect: 'manual' })
  return answer.type === 'opaqueredirect' ? new Response(null, { status: 204 }) : answer
}

/**
 * Redirects to the identity provider that the broker names. The request is sent twice: first to show a refusal here
 * instead of on a page of the broker, then by a form, because only a document may follow the redirect.
 */
export async function leaveForProvider(backend: SsoBackend, onLeave: () => void): Promise<void> {
  await request(leave, { params: { backend }, body: { backend } }, { transport: withoutFollowing })
  onLeave()
  const form = document.createElement('form')
  form.method = 'post'
  form.enctype = 'multipart/form-data'
  form.action = new URL(`api/v5/sso/login/${backend}`, document.baseURI).href
  const field = document.createElement('input')
  field.name = 'backend'
  field.value = backend
  form.hidden = true
  form.append(field)
  document.body.append(form)
  form.submit()
}

/** EMQX 5.8.9 returns the reason beside "Auth failed". */
const reasons: Readonly<Record<string, ErrorDescription>> = {
  ldap_query_failed: { title: m.directoryFailed, detail: m.directoryFailedHint },
  ldap_bind_query_failed: { title: m.directoryFailed, detail: m.directoryFailedHint },
  provider_not_ready: { title: m.providerFailed, detail: m.providerFailedHint },
}

/** Describes a login error. For a login at an identity provider, the text tells which of the two systems failed. */
export function describeSignIn(error: unknown): ErrorDescription {
  const problem = getProblem(error)
  if (problem?.kind === 'rejected' && problem.code === 'BACKEND_NOT_FOUND') {
    return { title: m.backendGone, detail: m.backendGoneHint }
  }
  const reason = problem?.kind === 'unauthorized' ? problem.reason : undefined
  if (reason === undefined || reason === 'user_not_found' || reason.includes('invalidCredentials')) {
    return describeError(error)
  }
  return reasons[reason] ?? { title: m.signInFailed, detail: m.signInFailedHint, raw: reason }
}
