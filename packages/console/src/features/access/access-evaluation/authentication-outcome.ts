import type { Authenticator } from '@brokerdeck/contract/access/authentication.ts'
import type { AccessFacts } from './access-facts.ts'
import type { Asker } from './asker.ts'
import { toUserId } from './to-user-id.ts'

/** Describes the result of the authentication of a connected client. */
export interface AuthenticationOutcome {
  readonly superuser: 'yes' | 'no' | 'unknown'
  /** Tells whether the client's credentials may have brought authorization rules. */
  readonly ownRules: 'none' | 'unknown'
  /** The authenticators that may have authenticated the client. */
  readonly by: readonly Authenticator[]
  /** True if no authenticator was asked. */
  readonly isAnonymous: boolean
}

const anonymous: AuthenticationOutcome = { superuser: 'no', ownRules: 'none', by: [], isAnonymous: true }

/** Tells whether an authenticator's response can bring rules of the client's own. */
const bringsRules = (mechanism: string, backend: string | undefined) =>
  mechanism === 'jwt' || backend === 'http'

/** The authenticator types that let clients in and never mark a client as a superuser. */
const plain = ['cinfo', 'gssapi', 'gcp_device']

/**
 * Returns how the chain may have authenticated the client. The client is connected, so an authenticator that knows
 * the client has found its credentials right. The chain is taken as it is now.
 */
export function authenticationOutcome(
  {
    authenticators,
    listener,
    session,
    users,
  }: Pick<AccessFacts, 'authenticators' | 'listener' | 'session' | 'users'>,
  { client }: Asker,
): AuthenticationOutcome {
  const authn = session?.enable_authn ?? listener?.enable_authn
  const enabled = authenticators.filter(({ enable }) => enable)
  if (authn === false || authn === 'false' || enabled.length === 0) return anonymous
  const isEnhanced = enabled.some(({ mechanism }) => mechanism === 'scram' || mechanism === 'gssapi')
  const possible = new Set<boolean>()
  const by: Authenticator[] = []
  let ownRules: AuthenticationOutcome['ownRules'] = 'none'
  for (const one of enabled) {
    const { mechanism, backend } = one
    if (backend === 'built_in_database') {
      const user = toUserId(one, client) === '' ? undefined : users.get(one.id)
      if (user === undefined) continue
      possible.add(user.is_superuser)
      by.push(one)
      if (mechanism === 'password_based' && !isEnhanced) break
      continue
    }
    by.push(one)
    possible.add(false)
    if (!plain.includes(mechanism)) possible.add(true)
    if (bringsRules(mechanism, backend)) ownRules = 'unknown'
  }
  const [only] = possible
  const superuser = possible.size !== 1 ? 'unknown' : only === true ? 'yes' : 'no'
  return { superuser, ownRules, by, isAnonymous: false }
}
