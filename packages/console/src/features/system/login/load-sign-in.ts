import type { ErrorDescription } from '#api/errors.ts'
import { login as m } from '#features/system/messages/accounts.ts'

/**
 * What asks the broker and reads its refusals: the form is drawn without it, and this is fetched as soon as it is. The
 * page that may follow a login comes with it, so that a login waits for the broker only.
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

/** What reads refusals may itself be what has not arrived. */
export async function describeFailure(error: unknown): Promise<ErrorDescription> {
  try {
    const { describeSignIn } = await loadSignIn()
    return describeSignIn(error)
  } catch (failure) {
    return { title: m.partMissing, detail: m.partMissingHint, raw: String(failure) }
  }
}
