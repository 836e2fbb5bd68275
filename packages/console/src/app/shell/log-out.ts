import { login } from '@brokerdeck/contract/system/login.ts'
import { runBeforeLogOut } from '#api/before-log-out.ts'
import { abortPending } from '#api/connection.ts'
import { request } from '#api/http.ts'
import { currentSession, endSession } from '#api/session.ts'

const patienceMs = 5_000

/** Aborts pending requests, revokes the token, and forgets the session in every tab. */
export async function logOut(end: 'logged-out' | 'idle' = 'logged-out'): Promise<void> {
  const session = currentSession()
  abortPending()
  if (session === undefined) return
  const { username, backend } = session
  const query = backend === undefined ? {} : { backend }
  const asked = (async () => {
    await runBeforeLogOut()
    await request(login.logout, { query, body: { username } }, { timeoutMs: patienceMs })
  })()
  // The session ends even if the broker does not respond: an unused token expires by itself within the hour.
  await asked.then(undefined, () => undefined)
  const { token = session.token } = currentSession() ?? {}
  // The session may have ended meanwhile because the broker no longer knew the token: the other tabs are told. A
  // newer session stays.
  if (token === session.token) endSession(end, username)
}
