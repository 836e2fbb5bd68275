import type { ErrorDescription } from '#api/errors.ts'
import { login as m } from '#features/system/messages/accounts.ts'

/**
 * Loads the code that sends login requests and interprets refusals. The form renders without it, and it is fetched
 * right after that. The page that may follow a login is loaded too, so that a login waits only for the broker.
 */
export async function loadSignIn() {
  const {
    describeSignIn,
    leaveForProvider,
    readOfferedBackends: offeredBackends,
    signIn,
    signInByLdap,
  } = await import('./sign-in.ts')
  await import('./default-password-form.tsx')
  return { describeSignIn, leaveForProvider, offeredBackends, signIn, signInByLdap }
}

/** Describes a failure. The code that interprets refusals may itself be the part that failed to load. */
export async function describeFailure(error: unknown): Promise<ErrorDescription> {
  try {
    const { describeSignIn } = await loadSignIn()
    return describeSignIn(error)
  } catch (failure) {
    return { title: m.partMissing, detail: m.partMissingHint, raw: String(failure) }
  }
}
