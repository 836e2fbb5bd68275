import type { Section } from '#kit/form/field.ts'
import { sso as m } from '../messages/accounts.ts'
import { dashboardAddressField, enableField } from './connection-fields.ts'

export const samlSections: readonly Section[] = [
  { id: 'general', title: m.general, fields: [enableField, dashboardAddressField] },
  {
    id: 'provider',
    title: m.provider,
    fields: [{ kind: 'url', path: 'idp_metadata_url', label: m.metadataUrl, width: 12, isRequired: true }],
  },
  {
    id: 'signing',
    title: m.signing,
    switch: 'sp_sign_request',
    fields: [
      { kind: 'certificate', of: 'certificate', path: 'sp_public_key', label: m.publicKey, isRequired: true },
      { kind: 'secret', path: 'sp_private_key', label: m.privateKey, isRequired: true, width: 12 },
    ],
  },
]
