import type { SelectField } from '#kit/form/field.ts'
import { users as m } from '../messages/accounts.ts'

/** Always part of a request: without it the broker makes an administrator. */
export function roleField(readOnly?: string): SelectField {
  return {
    kind: 'select',
    path: 'role',
    label: m.role,
    isRequired: true,
    width: 12,
    options: [
      { value: 'administrator', label: m.administrator, help: m.administratorHelp },
      { value: 'viewer', label: m.viewer, help: m.viewerHelp },
    ],
    ...(readOnly === undefined ? {} : { readOnly }),
  }
}
