import type { Section } from '#kit/form/field.ts'
import { sso as m } from '../messages/accounts.ts'
import { dashboardAddressField, enableField, tlsSection } from './connection-fields.ts'

const authMethods = [
  'client_secret_post',
  'client_secret_basic',
  'private_key_jwt',
  'client_secret_jwt',
  'none',
] as const

export const oidcSections: readonly Section[] = [
  { id: 'general', title: m.general, fields: [enableField, dashboardAddressField] },
  {
    id: 'provider',
    title: m.provider,
    fields: [
      {
        kind: 'select',
        path: 'provider',
        label: m.providerKind,
        default: 'generic',
        options: [
          { value: 'generic', label: m.generic },
          { value: 'okta', label: 'Okta' },
        ],
      },
      { kind: 'url', path: 'issuer', label: m.issuer, help: m.issuerHelp, isRequired: true },
      { kind: 'text', path: 'clientid', label: m.clientId, isRequired: true, isCode: true },
      { kind: 'secret', path: 'secret', label: m.clientSecret, isRequired: true },
      {
        kind: 'list',
        path: 'scopes',
        label: m.scopes,
        itemLabel: m.scope,
        of: 'text',
        default: ['openid'],
        isAdvanced: true,
      },
      {
        kind: 'text',
        path: 'name_var',
        label: m.nameVariable,
        help: m.nameVariableHelp,
        default: `\${sub}`,
        isCode: true,
        isAdvanced: true,
      },
      {
        kind: 'duration',
        path: 'session_expiry',
        label: m.sessionExpiry,
        help: m.sessionExpiryHelp,
        bareUnit: 's',
        default: '30s',
        isAdvanced: true,
      },
      { kind: 'toggle', path: 'require_pkce', label: m.requirePkce, default: false, isAdvanced: true },
      {
        kind: 'multi-select',
        path: 'preferred_auth_methods',
        label: m.authMethods,
        default: ['client_secret_post', 'client_secret_basic', 'none'],
        options: authMethods.map((value) => ({ value, label: value })),
        isAdvanced: true,
      },
      {
        kind: 'list',
        path: 'fallback_methods',
        label: m.fallbackMethods,
        help: m.fallbackMethodsHelp,
        itemLabel: m.algorithm,
        of: 'text',
        default: ['RS256'],
        isAdvanced: true,
      },
    ],
  },
  tlsSection,
]
