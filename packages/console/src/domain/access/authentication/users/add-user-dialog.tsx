import * as v from 'valibot'
import { whyNoWrite } from '#api/query.ts'
import type { AnyAuthenticator } from '#domain/access/authentication/authn-document.ts'
import { users as m } from '#domain/access/authentication/messages.ts'
import { joinSentences } from '#i18n/sentences.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import { newDocument } from '#kit/form/document.ts'
import type { Field, Section } from '#kit/form/field.ts'
import { FormDialog } from '#kit/form/shell/form-dialog.tsx'
import type { UserBase } from './user-base.ts'

interface AddUserDialogProps {
  readonly base: UserBase
  readonly label: string
  readonly onClose: () => void
}

export function AddUserDialog({ base, label, onClose }: AddUserDialogProps) {
  const sections = newUserSections(base.authenticator, label)
  return (
    <FormDialog
      title={m.addTitle}
      submitLabel={m.add}
      onClose={onClose}
      plan={{
        ...base.add,
        sections,
        document: newDocument(sections),
        isNew: true,
        lockedReason: whyNoWrite(),
        onApplied: () => notify.success(m.added),
      }}
    />
  )
}

const superuser: Field = {
  kind: 'toggle',
  path: 'is_superuser',
  label: m.superuser,
  note: m.superuserNote,
  default: false,
  width: 12,
}

const bcryptSchema = v.object({ password_hash_algorithm: v.object({ name: v.literal('bcrypt') }) })

const password = (authenticator: AnyAuthenticator, help: string): Field => ({
  kind: 'secret',
  path: 'password',
  label: m.password,
  help: v.is(bcryptSchema, authenticator) ? joinSentences(help, m.onlyBeginning) : help,
  isRequired: true,
  width: 12,
})

export const newUserSections = (authenticator: AnyAuthenticator, label: string): readonly Section[] => [
  {
    id: 'user',
    title: m.addTitle,
    fields: [
      { kind: 'text', path: 'user_id', label, isRequired: true, isCode: true, width: 12 },
      password(authenticator, m.passwordHelp),
      superuser,
    ],
  },
]

export const listUserEditSections = (authenticator: AnyAuthenticator): readonly Section[] => [
  { id: 'user', title: m.edit, fields: [password(authenticator, m.newPasswordHelp), superuser] },
]
