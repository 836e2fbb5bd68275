/* What the console and the server that sends it agree on beside the broker's API. Nothing else is here: it is read before a page is drawn. */

/** What a server before a cluster may close to everybody, whatever the broker would allow. */
export const restrictions = ['payloads', 'publish', 'export'] as const
export type Restriction = (typeof restrictions)[number]

/** Who may vouch for a user beside the broker itself: a stored session names one. */
export const ssoBackends = ['ldap', 'oidc', 'saml'] as const
export type SsoBackend = (typeof ssoBackends)[number]

export function isSsoBackend(value: unknown): value is SsoBackend {
  return ssoBackends.some((backend) => backend === value)
}

/** Why a login at an identity provider came to nothing, as the server puts it into the address of the login page. */
export const ssoFailures = ['denied', 'expired', 'rejected', 'switched-off', 'provider', 'broker'] as const
export type SsoFailure = (typeof ssoFailures)[number]
