import { maxApiKeyName } from '@brokerdeck/contract/system/api-keys.ts'
import { apiKeys as m } from '#features/system/messages/accounts.ts'
import type { Field, Section } from '#kit/form/field.ts'
import { keyRoleField } from './key-role.ts'

const name: Field = {
  kind: 'text',
  path: 'name',
  label: m.name,
  help: m.nameRule,
  width: 12,
  isRequired: true,
  requiredMessage: m.nameRequired,
  isCode: true,
  maxLength: maxApiKeyName,
  pattern: { regex: /^[A-Za-z][A-Za-z0-9\-_]*$/, message: m.nameRule },
}

/** Returns the sections of the form. The expiry of an existing key may be in the past, which ends the key. */
export function keySections(isNew: boolean, hasRoles: boolean): readonly Section[] {
  const fields: readonly Field[] = [
    ...(isNew ? [name] : []),
    {
      kind: 'moment',
      path: 'expired_at',
      label: m.expiresAt,
      help: m.expiryHelp,
      width: 12,
      never: 'infinity',
      isFuture: isNew,
    },
    ...(hasRoles ? [keyRoleField] : []),
    { kind: 'toggle', path: 'enable', label: m.enabled, note: m.enabledHelp, width: 12 },
    { kind: 'lines', path: 'desc', label: m.note, width: 12, rows: 2, isOptional: true },
  ]
  return [{ id: 'key', title: m.title, fields }]
}
