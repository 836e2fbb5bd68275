import type { RenderOptions } from '#testing/render-app.ts'

const ldap = {
  backend: 'ldap',
  server: '10.0.0.5:389',
  username: 'cn=root',
  password: 'hidden-word',
  base_dn: 'ou=people',
}

/**
 * A broker with LDAP sign-in enabled. The directory does not respond, so the request is refused, but the settings are
 * stored.
 */
export const enabledLdap: RenderOptions = {
  edition: 'enterprise',
  arrange: async ({ ask }) => {
    await ask('PUT', '/sso/ldap', { ...ldap, enable: true })
  },
}

/** A broker with disabled settings for LDAP. */
export const storedLdap: RenderOptions = {
  edition: 'enterprise',
  arrange: async ({ ask }) => {
    await ask('PUT', '/sso/ldap', { ...ldap, enable: false })
  },
}
