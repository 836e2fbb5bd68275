import { ssoBackendSettings } from '@brokerdeck/contract/system/sso.ts'
import { describedSections } from '#kit/form/described-form.ts'
import { sso as m } from '../messages/accounts.ts'
import { dashboardAddressField, enableField } from './connection-fields.ts'

export const samlSections = describedSections(ssoBackendSettings.saml, [
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
