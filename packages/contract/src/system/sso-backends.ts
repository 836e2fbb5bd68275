/** Who may vouch for a user beside the broker itself. Nothing else is here: a session is read by it before a page is drawn. */
export const ssoBackends = ['ldap', 'oidc', 'saml'] as const
export type SsoBackend = (typeof ssoBackends)[number]

export function isSsoBackend(value: unknown): value is SsoBackend {
  return ssoBackends.some((backend) => backend === value)
}
