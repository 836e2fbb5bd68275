import type { SsoBackend } from '@brokerdeck/contract/console-server.ts'
import { ssoBackendSettings } from '@brokerdeck/contract/system/sso.ts'
import { sso as m } from '#features/system/messages/accounts.ts'
import { toSections } from '#kit/form/described-form.ts'
import type { Section } from '#kit/form/field.ts'
import { tlsClientForm } from '#kit/form/tls/tls-client-form.ts'

const enableField = {
  path: 'enable',
  label: m.enable,
  note: m.enableHelp,
  width: 12,
} as const

const dashboardAddressField = {
  path: 'dashboard_addr',
  label: m.dashboardAddress,
  help: m.dashboardAddressHelp,
  width: 12,
  isRequired: true,
} as const

/** The TLS section of the connection that the broker opens. */
const tlsSection = tlsClientForm('ssl', m.tlsNote)

/** The OAuth terms, as a provider spells them. */
const authMethods = {
  client_secret_post: 'client_secret_post',
  client_secret_basic: 'client_secret_basic',
  private_key_jwt: 'private_key_jwt',
  client_secret_jwt: 'client_secret_jwt',
  none: 'none',
} as const

export const oidcSections = [
  ...toSections(ssoBackendSettings.oidc, [
    { id: 'general', title: m.general, fields: [enableField, dashboardAddressField] },
    {
      id: 'provider',
      title: m.provider,
      fields: [
        {
          path: 'provider',
          label: m.providerKind,
          options: { generic: m.generic, okta: 'Okta' },
        },
        { path: 'issuer', label: m.issuer, help: m.issuerHelp },
        { path: 'clientid', label: m.clientId, isCode: true },
        { path: 'secret', label: m.clientSecret },
        { path: 'scopes', label: m.scopes, itemLabel: m.scope, isAdvanced: true },
        {
          path: 'name_var',
          label: m.nameVariable,
          help: m.nameVariableHelp,
          isCode: true,
          isAdvanced: true,
        },
        {
          path: 'session_expiry',
          label: m.sessionExpiry,
          help: m.sessionExpiryHelp,
          isAdvanced: true,
        },
        { path: 'require_pkce', label: m.requirePkce, isAdvanced: true },
        {
          path: 'preferred_auth_methods',
          label: m.authMethods,
          options: authMethods,
          isAdvanced: true,
        },
        {
          path: 'fallback_methods',
          label: m.fallbackMethods,
          help: m.fallbackMethodsHelp,
          itemLabel: m.algorithm,
          isAdvanced: true,
        },
      ],
    },
  ]),
  tlsSection,
]

const advanced = { isAdvanced: true, width: 4 } as const

export const ldapSections = [
  ...toSections(ssoBackendSettings.ldap, [
    { id: 'general', title: m.general, fields: [enableField] },
    {
      id: 'directory',
      title: m.directory,
      fields: [
        { path: 'server', label: m.server },
        { path: 'base_dn', label: m.baseDn, help: m.baseDnHelp, isCode: true },
        { path: 'username', label: m.bindUser, help: m.bindUserHelp, isCode: true },
        { path: 'password', label: m.bindPassword, isOmittedEmpty: true },
        {
          path: 'filter',
          label: m.filter,
          help: m.filterHelp,
          width: 12,
          isCode: true,
        },
        { path: 'pool_size', label: m.poolSize, ...advanced },
        { path: 'query_timeout', label: m.queryTimeout, ...advanced },
        { path: 'request_timeout', label: m.requestTimeout, ...advanced },
      ],
    },
  ]),
  tlsSection,
]

export const samlSections = toSections(ssoBackendSettings.saml, [
  { id: 'general', title: m.general, fields: [enableField, dashboardAddressField] },
  {
    id: 'provider',
    title: m.provider,
    fields: [{ path: 'idp_metadata_url', label: m.metadataUrl, width: 12, isRequired: true }],
  },
  {
    id: 'signing',
    title: m.signing,
    switch: 'sp_sign_request',
    fields: [
      { path: 'sp_public_key', label: m.publicKey, isRequired: true },
      { path: 'sp_private_key', label: m.privateKey, isRequired: true, width: 12 },
    ],
  },
])

interface Backend {
  readonly name: string
  readonly about: string
  readonly sections: readonly Section[]
  /** The addresses to enter at the provider, relative to the address of the dashboard. */
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
