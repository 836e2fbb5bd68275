import { type KeyRole, keyRoles } from '@brokerdeck/contract/system/roles.ts'
import { apiKeys as m } from '#features/system/messages/accounts.ts'
import type { SelectField } from '#kit/form/field.ts'

const roles: Record<KeyRole, { readonly label: string; readonly help: string }> = {
  administrator: { label: m.administrator, help: m.administratorHelp },
  viewer: { label: m.viewer, help: m.viewerHelp },
  publisher: { label: m.publisher, help: m.publisherHelp },
}

/** Returns the name of a role; an unknown role is shown as the broker spells it. */
export function roleName(role: string | undefined): string | undefined {
  const known = keyRoles.find((one) => one === role)
  return known === undefined ? role : roles[known].label
}

/** The role is always part of a request, because the broker makes a key without a role an administrator. */
export const keyRoleField: SelectField = {
  kind: 'select',
  path: 'role',
  label: m.role,
  isRequired: true,
  width: 12,
  options: keyRoles.map((value) => ({ value, ...roles[value] })),
}
