import { type User, users } from '@brokerdeck/contract/system/users.ts'
import { request } from '#api/http.ts'
import { whyNoWrite } from '#api/query.ts'
import { users as m } from '#features/system/messages/accounts.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import type { Section, SelectField } from '#kit/form/field.ts'
import { FormDialog } from '#kit/form/shell/form-dialog.tsx'
import { type ApiDocument, warnIf } from '#kit/form/shell/form-spec.ts'
import { visibleText } from '#lib/visible-text.ts'
import { parseBody } from '#resource/endpoint-form/parse-body.ts'
import { useFreshPlan } from '#resource/endpoint-form/use-fresh-plan.ts'
import { writePlan } from '#resource/endpoint-form/write-plan.ts'
import { isLastAdministrator, isSelf, toBackendQuery } from './user-rules.ts'

interface EditUserDialogProps {
  readonly user: User
  readonly all: readonly User[]
  readonly onClose: () => void
}

const toDocument = ({ description, role }: User): ApiDocument => ({
  description,
  ...(role === undefined ? {} : { role }),
})

export function EditUserDialog({ user, all, onClose }: EditUserDialogProps) {
  const { username, role } = user
  const write = writePlan(users.update, {
    toRequest: (document) => ({
      ...toBackendQuery(user),
      params: { username },
      body: parseBody(users.update.body, document),
    }),
  })
  const fresh = useFreshPlan({
    shown: user,
    read: async () => {
      const all = await request(users.list, {})
      return all.find((one) => one.username === username && one.backend === user.backend)
    },
    pickDocument: toDocument,
    write,
  })
  const name = visibleText(username, 80)
  const sections: readonly Section[] = [
    {
      id: 'user',
      title: m.edit,
      fields: [
        { kind: 'text', path: 'description', label: m.note, width: 12, isOptional: true },
        ...(role === undefined
          ? []
          : [createRoleField(isLastAdministrator(user, all) ? m.notLast : undefined)]),
      ],
    },
  ]
  const impact = (next: ApiDocument, before: ApiDocument) => {
    if (next['role'] === before['role']) return undefined
    return isSelf(user) ? warnIf(true, m.ownRoleChange) : m.roleChange(name)
  }
  return (
    <FormDialog
      title={m.editTitle(name)}
      submitLabel={m.save}
      onClose={onClose}
      plan={{
        ...fresh,
        sections,
        impact,
        lockedReason: whyNoWrite(),
        onApplied: () => notify.success(m.saved),
      }}
    />
  )
}

/** The role is always part of a request, because the broker makes a user without a role an administrator. */
export function createRoleField(readOnly?: string): SelectField {
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
