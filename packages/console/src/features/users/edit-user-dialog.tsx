import { type User, users } from '@brokerdeck/contract/users.ts'
import { useQueryClient } from '@tanstack/react-query'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { bodyFrom } from '#domain/endpoint-form/body-from.ts'
import { writePlan } from '#domain/endpoint-form/write-plan.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import type { Section } from '#kit/form/field.ts'
import { FormDialog } from '#kit/form/shell/form-dialog.tsx'
import type { ApiDocument } from '#kit/form/shell/form-plan.ts'
import { visibleText } from '#lib/visible-text.ts'
import { backendOf } from './backend-of.ts'
import { m } from './messages.ts'
import { roleField } from './role-field.ts'
import { isLastAdministrator, isSelf } from './user-rules.ts'

interface EditUserDialogProps {
  readonly user: User
  readonly all: readonly User[]
  readonly onClose: () => void
}

export function EditUserDialog({ user, all, onClose }: EditUserDialogProps) {
  const { username, description, role } = user
  const write = writePlan(useQueryClient(), users.update, {
    toRequest: (document) => ({
      ...backendOf(user),
      params: { username },
      body: bodyFrom(users.update.body, document),
    }),
    refreshes: [users.list],
  })
  const name = visibleText(username, 80)
  const sections: readonly Section[] = [
    {
      id: 'user',
      title: m.edit,
      fields: [
        { kind: 'text', path: 'description', label: m.note, width: 12 },
        ...(role === undefined ? [] : [roleField(isLastAdministrator(user, all) ? m.notLast : undefined)]),
      ],
    },
  ]
  const impact = (next: ApiDocument) => {
    if (next['role'] === role) return undefined
    return isSelf(user) ? m.ownRoleChange : m.roleChange(name)
  }
  return (
    <FormDialog
      title={m.editTitle(name)}
      submitLabel={m.save}
      onClose={onClose}
      plan={{
        ...write,
        sections,
        document: { description, ...(role === undefined ? {} : { role }) },
        impact,
        lockedReason: whyNoWrite(),
        onApplied: () => notify.success(m.saved),
      }}
    />
  )
}
