import { tlsClientForm } from '#domain/tls/tls-client-form.ts'
import { sso as m } from '../messages/accounts.ts'

export const enableField = { path: 'enable', label: m.enable, note: m.enableHelp, width: 12 } as const

export const dashboardAddressField = {
  path: 'dashboard_addr',
  label: m.dashboardAddress,
  help: m.dashboardAddressHelp,
  width: 12,
  isRequired: true,
} as const

/** Of the connection that the broker makes. */
export const tlsSection = tlsClientForm('ssl', m.tlsNote)
