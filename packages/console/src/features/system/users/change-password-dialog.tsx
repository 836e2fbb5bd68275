import { users } from '@brokerdeck/contract/system/users.ts'
import * as v from 'valibot'
import { currentSession, endSession } from '#api/session.ts'
import { users as m, password as passwordWords } from '#features/system/messages/accounts.ts'
import { checkNewPassword, type PasswordFault } from '#features/system/password/password-rules.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import type { FormFault, SecretField, Section } from '#kit/form/field.ts'
import { FormDialog } from '#kit/form/shell/form-dialog.tsx'
import { type ApiDocument, warnIf } from '#kit/form/shell/form-spec.ts'
import { visibleText } from '#lib/visible-text.ts'
import { parseBody } from '#resource/endpoint-form/parse-body.ts'
import { writePlan } from '#resource/endpoint-form/write-plan.ts'
import { PasswordMeter } from './password-meter.tsx'
import { whyNoPasswordChange } from './user-rules.ts'

const secret = (path: string, label: string): SecretField => ({
  kind: 'secret',
  path,
  label,
  width: 12,
  isRequired: true,
  autoComplete: path === 'old_pwd' ? 'current-password' : 'new-password',
})

const sections: readonly Section[] = [
  {
    id: 'password',
    title: m.changePassword,
    fields: [
      secret('old_pwd', m.currentPassword),
      { ...secret('new_pwd', passwordWords.newPassword), help: passwordWords.rule },
      secret('repeated', passwordWords.confirmPassword),
    ],
  },
]

const faultWords: Record<Exclude<PasswordFault, 'required'>, string> = {
  weak: passwordWords.rule,
  same: passwordWords.same,
  different: passwordWords.different,
}

const typedSchema = v.object({
  old_pwd: v.optional(v.string(), ''),
  new_pwd: v.optional(v.string(), ''),
  repeated: v.optional(v.string(), ''),
})

/** The form itself reports empty fields. */
function check(document: ApiDocument): readonly FormFault[] {
  const { old_pwd: current, new_pwd: next, repeated } = v.parse(typedSchema, document)
  const found = checkNewPassword({ current, next, repeated })
  const fault = (path: string, kind: PasswordFault | undefined) =>
    kind === undefined || kind === 'required' ? [] : [{ path, message: faultWords[kind] }]
  return [...fault('new_pwd', found.next), ...fault('repeated', found.repeated)]
}

interface ChangePasswordDialogProps {
  readonly username: string
  readonly onClose: () => void
}

/**
 * Changes the own password, or that of a user whose password is known. The change ends all sessions of that user,
 * including the own session.
 */
export function ChangePasswordDialog({ username, onClose }: ChangePasswordDialogProps) {
  const isOwn = currentSession()?.username === username
  const name = visibleText(username, 80)
  const write = writePlan(users.changePassword, {
    toRequest: ({ old_pwd, new_pwd }) => ({
      params: { username },
      body: parseBody(users.changePassword.body, { old_pwd, new_pwd }),
    }),
  })
  return (
    <FormDialog
      title={isOwn ? m.changePassword : m.changePasswordOf(name)}
      submitLabel={m.changePassword}
      onClose={onClose}
      plan={{
        ...write,
        sections,
        document: {},
        isNew: true,
        check,
        impact: () => warnIf(true, isOwn ? m.ownSessionsEnd : m.sessionsEnd(name)),
        lockedReason: whyNoPasswordChange(username),
        onApplied: () => {
          if (isOwn) endSession('password-changed')
          else notify.success(m.passwordChanged)
        },
      }}
    >
      <PasswordMeter path="new_pwd" />
      <p>{isOwn ? m.ownSessionsEnd : m.sessionsEnd(name)}</p>
    </FormDialog>
  )
}
