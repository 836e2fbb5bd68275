import { users } from '@brokerdeck/contract/system/users.ts'
import { whyNoWrite } from '#api/query.ts'
import { users as m, password as passwordWords } from '#features/system/messages/accounts.ts'
import { isStrongPassword } from '#features/system/password/password-rules.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import type { FormFault, Section } from '#kit/form/field.ts'
import { FormDialog } from '#kit/form/shell/form-dialog.tsx'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'
import { parseBody } from '#resource/endpoint-form/parse-body.ts'
import { writePlan } from '#resource/endpoint-form/write-plan.ts'
import { createRoleField } from './edit-user-dialog.tsx'
import { PasswordMeter } from './password-meter.tsx'
import { isReserved } from './user-rules.ts'

const sections = (hasRoles: boolean): readonly Section[] => [
  {
    id: 'user',
    title: m.create,
    fields: [
      {
        kind: 'text',
        path: 'username',
        label: m.username,
        help: m.usernameRule,
        width: 12,
        isRequired: true,
        requiredMessage: m.usernameRequired,
        isCode: true,
        maxLength: 100,
        pattern: { regex: /^\w+$/, message: m.usernameRule },
      },
      { kind: 'text', path: 'description', label: m.note, width: 12, isOptional: true },
      ...(hasRoles ? [createRoleField()] : []),
      {
        kind: 'secret',
        path: 'password',
        label: m.password,
        help: passwordWords.rule,
        width: 12,
        isRequired: true,
        autoComplete: 'new-password',
      },
    ],
  },
]

function check({ username, password }: ApiDocument): readonly FormFault[] {
  const isWeak = typeof password === 'string' && password !== '' && !isStrongPassword(password)
  return [
    ...(typeof username === 'string' && isReserved(username)
      ? [{ path: 'username', message: m.reserved }]
      : []),
    ...(isWeak ? [{ path: 'password', message: passwordWords.rule }] : []),
  ]
}

interface CreateUserDialogProps {
  readonly hasRoles: boolean
  readonly onClose: () => void
}

export function CreateUserDialog({ hasRoles, onClose }: CreateUserDialogProps) {
  const write = writePlan(users.create, {
    toRequest: (document) => ({ body: parseBody(users.create.body, document) }),
  })
  return (
    <FormDialog
      title={m.create}
      submitLabel={m.createAction}
      onClose={onClose}
      plan={{
        ...write,
        sections: sections(hasRoles),
        document: { description: '', ...(hasRoles ? { role: 'viewer' } : {}) },
        isNew: true,
        check,
        lockedReason: whyNoWrite(),
        onApplied: () => notify.success(m.created),
      }}
    >
      <PasswordMeter path="password" />
    </FormDialog>
  )
}
