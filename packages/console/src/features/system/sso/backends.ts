import { ssoBackendSettings } from '@brokerdeck/contract/system/sso.ts'
import type { SsoBackend } from '@brokerdeck/contract/system/sso-backends.ts'
import { sso as ldapFormWords, sso as m, sso as samlFormWords } from '#features/system/messages/accounts.ts'
import { describedSections } from '#kit/form/described-form.ts'
import type { Section } from '#kit/form/field.ts'
import { dashboardAddressField, enableField, tlsSection } from './connection-fields.ts'
import { oidcSections } from './oidc-form.ts'

const advanced = { isAdvanced: true, width: 4 } as const

export const ldapSections = [
  ...describedSections(ssoBackendSettings.ldap, [
    { id: 'general', title: ldapFormWords.general, fields: [enableField] },
    {
      id: 'directory',
      title: ldapFormWords.directory,
      fields: [
        { path: 'server', label: ldapFormWords.server },
        { path: 'base_dn', label: ldapFormWords.baseDn, help: ldapFormWords.baseDnHelp, isCode: true },
        { path: 'username', label: ldapFormWords.bindUser, help: ldapFormWords.bindUserHelp, isCode: true },
        { path: 'password', label: ldapFormWords.bindPassword, isOmittedEmpty: true },
        {
          path: 'filter',
          label: ldapFormWords.filter,
          help: ldapFormWords.filterHelp,
          width: 12,
          isCode: true,
        },
        { path: 'pool_size', label: ldapFormWords.poolSize, ...advanced },
        { path: 'query_timeout', label: ldapFormWords.queryTimeout, ...advanced },
        { path: 'request_timeout', label: ldapFormWords.requestTimeout, ...advanced },
      ],
    },
  ]),
  tlsSection,
]

export const samlSections = describedSections(ssoBackendSettings.saml, [
  { id: 'general', title: samlFormWords.general, fields: [enableField, dashboardAddressField] },
  {
    id: 'provider',
    title: samlFormWords.provider,
    fields: [{ path: 'idp_metadata_url', label: samlFormWords.metadataUrl, width: 12, isRequired: true }],
  },
  {
    id: 'signing',
    title: samlFormWords.signing,
    switch: 'sp_sign_request',
    fields: [
      { path: 'sp_public_key', label: samlFormWords.publicKey, isRequired: true },
      { path: 'sp_private_key', label: samlFormWords.privateKey, isRequired: true, width: 12 },
    ],
  },
])

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
