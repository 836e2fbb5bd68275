import {
  type Authenticator,
  type AuthnUser,
  authentication,
} from '@brokerdeck/contract/access/authentication.ts'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { bodyFrom } from '#domain/endpoint-form/body-from.ts'
import { writePlan } from '#domain/endpoint-form/write-plan.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import { FormDialog } from '#kit/form/shell/form-dialog.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { users as m } from '../../messages/authentication.ts'
import { changedUserSections } from './user-sections.ts'

interface EditUserDialogProps {
  readonly authenticator: Authenticator
  readonly user: AuthnUser
  readonly onClose: () => void
}

/** A password cannot be left as it is: the API takes both or nothing, so the form begins like that of a new user. */
export function EditUserDialog({ authenticator, user, onClose }: EditUserDialogProps) {
  const { id } = authenticator
  const write = writePlan(authentication.updateUser, {
    toRequest: (document) => ({
      params: { id, user_id: user.user_id },
      body: bodyFrom(authentication.updateUser.body, document),
    }),
  })
  return (
    <FormDialog
      title={m.editTitle(visibleText(user.user_id, 80))}
      submitLabel={m.save}
      onClose={onClose}
      plan={{
        ...write,
        sections: changedUserSections(authenticator),
        document: { is_superuser: user.is_superuser },
        isNew: true,
        impact: () => m.impactEdit,
        lockedReason: whyNoWrite(),
        onApplied: () => notify.success(m.saved),
      }}
    />
  )
}
