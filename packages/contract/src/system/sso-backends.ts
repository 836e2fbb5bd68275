/** Who may vouch for a user beside the broker itself. Nothing else is here: a session is read by it before a page is drawn. */
export const ssoBackends = ['ldap', 'oidc', 'saml'] as const
export type SsoBackend = (typeof ssoBackends)[number]

/** Why a login at an identity provider came to nothing, as the server puts it into the address of the login page. */
export const ssoFailures = ['denied', 'expired', 'rejected', 'switched-off', 'provider', 'broker'] as const
export type SsoFailure = (typeof ssoFailures)[number]

export function isSsoBackend(value: unknown): value is SsoBackend {
  return ssoBackends.some((backend) => backend === value)
}
