import type { AuditEntry } from '@brokerdeck/contract/system/audit.ts'
import { auditLog as m } from '#features/system/messages/console.ts'

/** The names of the origins; an unknown origin is shown as the broker spells it. */
export const originNames: ReadonlyMap<string, string> = new Map([
  ['dashboard', m.dashboard],
  ['rest_api', m.restApi],
  ['cli', m.cli],
  ['erlang_console', m.erlangConsole],
  ['oidc', 'OIDC'],
  ['saml', 'SAML 2.0'],
  ['ldap', 'LDAP'],
])

export const resultNames: ReadonlyMap<string, string> = new Map([
  ['success', m.success],
  ['failure', m.failure],
])

export function formatOrigin({ from }: AuditEntry): string {
  return originNames.get(from) ?? from
}

/** Returns `PUT /users/:username`, or the command as it was typed. */
export function findOperation(entry: AuditEntry): string {
  const { http_method, http_request: request, operation_id, operation_type, args } = entry
  if (operation_id !== '') return `${http_method.toUpperCase()} ${operation_id}`
  // The request was refused before the broker matched its path.
  if (request !== '') return [operation_type, request.method.toUpperCase()].join(' ').trim()
  return [operation_type, ...args].filter((word) => word !== '').join(' ')
}
