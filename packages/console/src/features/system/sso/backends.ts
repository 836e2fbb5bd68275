import type { SsoBackend } from '@brokerdeck/contract/system/sso-backends.ts'
import type { Section } from '#kit/form/field.ts'
import { sso as m } from '../messages/accounts.ts'
import { ldapSections } from './ldap-form.ts'
import { oidcSections } from './oidc-form.ts'
import { samlSections } from './saml-form.ts'

interface Backend {
  readonly name: string
  readonly about: string
  readonly sections: readonly Section[]
  /** What the provider has to be told, below the address of the dashboard. */
  readonly callbacks: readonly { readonly label: string; readonly path: string }[]
}

export const backends: Readonly<Record<SsoBackend, Backend>> = {
  ldap: { name: 'LDAP', about: m.ldapAbout, sections: ldapSections, callbacks: [] },
  saml: {
    name: 'SAML 2.0',
    about: m.samlAbout,
    sections: samlSections,
    callbacks: [
      { label: m.acsUrl, path: '/api/v5/sso/saml/acs' },
      { label: m.spMetadataUrl, path: '/api/v5/sso/saml/metadata' },
    ],
  },
  oidc: {
    name: 'OIDC',
    about: m.oidcAbout,
    sections: oidcSections,
    callbacks: [{ label: m.redirectUri, path: '/api/v5/sso/oidc/callback' }],
  },
}
