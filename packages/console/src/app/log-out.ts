import { login } from '@brokerdeck/contract/system/login.ts'
import { runBeforeLogOut } from '#api/before-log-out.ts'
import { request } from '#api/http.ts'
import { abortPending } from '#api/in-flight.ts'
import { currentSession, endSession } from '#api/session.ts'

const patienceMs = 5_000

/** Aborts what is pending, revokes the token, and forgets the session in every tab. */
export async function logOut(): Promise<void> {
  const session = currentSession()
  abortPending()
  if (session === undefined) return
  const { username, backend } = session
  const query = backend === undefined ? {} : { backend }
  try {
    await runBeforeLogOut()
    await request(login.logout, { query, body: { username } }, { timeoutMs: patienceMs })
  } finally {
    // Also when the broker does not answer: the operator leaves, and an unused token ends by itself within the hour.
    endSession('logged-out')
  }
}
