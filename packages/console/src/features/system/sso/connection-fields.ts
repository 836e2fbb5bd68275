import { tlsClientForm } from '#domain/tls/tls-client-form.ts'
import type { Field } from '#kit/form/field.ts'
import { sso as m } from '../messages/accounts.ts'

export const enableField: Field = {
  kind: 'toggle',
  path: 'enable',
  label: m.enable,
  note: m.enableHelp,
  width: 12,
  default: false,
}

export const dashboardAddressField: Field = {
  kind: 'url',
  path: 'dashboard_addr',
  label: m.dashboardAddress,
  help: m.dashboardAddressHelp,
  width: 12,
  isRequired: true,
}

/** Of the connection that the broker makes. */
export const tlsSection = tlsClientForm('ssl', m.tlsNote)
