import type { RenderOptions } from '#testing/render-app.ts'

const ldap = {
  backend: 'ldap',
  server: '10.0.0.5:389',
  username: 'cn=root',
  password: 'hidden-word',
  base_dn: 'ou=people',
}

/** A broker that lets people of a directory in. It is refused as the directory does not answer, and stored all the same. */
export const enabledLdap: RenderOptions = {
  edition: 'enterprise',
  arrange: async ({ ask }) => {
    await ask('PUT', '/sso/ldap', { ...ldap, enable: true })
  },
}

/** A broker that has settings for LDAP, switched off. */
export const storedLdap: RenderOptions = {
  edition: 'enterprise',
  arrange: async ({ ask }) => {
    await ask('PUT', '/sso/ldap', { ...ldap, enable: false })
  },
}
