/*
 * The agreement between the console and its server beside the broker's API. This module contains nothing else,
 * because it is loaded before a page is rendered.
 */

/** The features that a server in front of a cluster may disable for all users, whatever the broker would allow. */
export const restrictions = ['payloads', 'publish', 'export'] as const
export type Restriction = (typeof restrictions)[number]

/** The back ends besides the broker itself that may authenticate a user; a stored session names its back end. */
export const ssoBackends = ['ldap', 'oidc', 'saml'] as const
export type SsoBackend = (typeof ssoBackends)[number]

export function isSsoBackend(value: unknown): value is SsoBackend {
  return ssoBackends.some((backend) => backend === value)
}

/**
 * The reasons why a login at an identity provider failed, as the server writes them into the address of the login
 * page.
 */
export const ssoFailures = ['denied', 'expired', 'rejected', 'switched-off', 'provider', 'broker'] as const
export type SsoFailure = (typeof ssoFailures)[number]
