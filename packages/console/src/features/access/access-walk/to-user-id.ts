import type { Authenticator } from '@brokerdeck/contract/access/authentication.ts'

/** Under which name a built-in authenticator keeps a client; empty if the client has none. SCRAM goes by the username. */
export function toUserId(
  { mechanism, user_id_type }: Authenticator,
  who: { readonly clientid: string; readonly username: string | undefined },
): string {
  const isByClient = mechanism === 'password_based' && user_id_type === 'clientid'
  return isByClient ? who.clientid : (who.username ?? '')
}
