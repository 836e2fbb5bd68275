import { authentication as m } from '../messages/authentication.ts'

/** What every authenticator counts. */
export const authnCounts = [
  { name: 'total', label: m.total, definition: m.totalDefinition },
  { name: 'success', label: m.success, definition: m.successDefinition },
  { name: 'failed', label: m.failed, definition: m.failedDefinition },
  { name: 'nomatch', label: m.nomatch, definition: m.nomatchDefinition },
] as const

export type AuthnCount = (typeof authnCounts)[number]['name']
