import { ssoBackendSettings } from '@brokerdeck/contract/system/sso.ts'
import { describedSections } from '#kit/form/described-form.ts'
import { sso as m } from '../messages/accounts.ts'
import { dashboardAddressField, enableField, tlsSection } from './connection-fields.ts'

/** Words of OAuth, as a provider spells them. */
const authMethods = {
  client_secret_post: 'client_secret_post',
  client_secret_basic: 'client_secret_basic',
  private_key_jwt: 'private_key_jwt',
  client_secret_jwt: 'client_secret_jwt',
  none: 'none',
} as const

export const oidcSections = [
  ...describedSections(ssoBackendSettings.oidc, [
    { id: 'general', title: m.general, fields: [enableField, dashboardAddressField] },
    {
      id: 'provider',
      title: m.provider,
      fields: [
        { path: 'provider', label: m.providerKind, options: { generic: m.generic, okta: 'Okta' } },
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
