import * as v from 'valibot'
import { joinSentences } from '#i18n/format-number.ts'
import type { Field, Section } from '#kit/form/field.ts'
import type { AnyAuthenticator } from '../authn-document.ts'
import { users as m } from '../messages.ts'

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

export const changedUserSections = (authenticator: AnyAuthenticator): readonly Section[] => [
  { id: 'user', title: m.edit, fields: [password(authenticator, m.newPasswordHelp), superuser] },
]
