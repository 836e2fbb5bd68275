import type { Authenticator } from '@brokerdeck/contract/access/authentication.ts'

/**
 * Returns the user ID under which a built-in authenticator stores a client; empty if the client has none. SCRAM uses
 * the username.
 */
export function toUserId(
  { mechanism, user_id_type }: Authenticator,
  who: { readonly clientid: string; readonly username: string | undefined },
): string {
  const isByClient = mechanism === 'password_based' && user_id_type === 'clientid'
  return isByClient ? who.clientid : (who.username ?? '')
}
