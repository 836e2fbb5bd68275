import type { AuthnUser } from '@brokerdeck/contract/access/authentication.ts'
import { whyNoWrite } from '#api/query.ts'
import { users as m } from '#domain/access/authentication/messages.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import { FormDialog } from '#kit/form/shell/form-dialog.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { listUserEditSections } from './add-user-dialog.tsx'
import type { UserBase } from './user-base.ts'

interface EditUserDialogProps {
  readonly base: UserBase
  readonly user: AuthnUser
  readonly onClose: () => void
}

/** Edits a user. The API requires the password in each update, so the form starts like that of a new user. */
export function EditAuthenticatorUserDialog({ base, user, onClose }: EditUserDialogProps) {
  return (
    <FormDialog
      title={m.editTitle(visibleText(user.user_id, 80))}
      submitLabel={m.save}
      onClose={onClose}
      plan={{
        ...base.change(user.user_id),
        sections: listUserEditSections(base.authenticator),
        document: { is_superuser: user.is_superuser },
        isNew: true,
        impact: () => m.impactEdit,
        lockedReason: whyNoWrite(),
        onApplied: () => notify.success(m.saved),
      }}
    />
  )
}
