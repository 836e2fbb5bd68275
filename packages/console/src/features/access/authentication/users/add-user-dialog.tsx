import { type Authenticator, authentication } from '@brokerdeck/contract/access/authentication.ts'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { bodyFrom } from '#domain/endpoint-form/body-from.ts'
import { writePlan } from '#domain/endpoint-form/write-plan.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import { newDocument } from '#kit/form/document.ts'
import { FormDialog } from '#kit/form/shell/form-dialog.tsx'
import { users as m } from '../../messages/authentication.ts'
import { newUserSections } from './user-sections.ts'

interface AddUserDialogProps {
  readonly authenticator: Authenticator
  readonly label: string
  readonly onClose: () => void
}

export function AddUserDialog({ authenticator, label, onClose }: AddUserDialogProps) {
  const { id } = authenticator
  const sections = newUserSections(authenticator, label)
  const write = writePlan(authentication.addUser, {
    toRequest: (document) => ({
      params: { id },
      body: bodyFrom(authentication.addUser.body, document),
    }),
  })
  return (
    <FormDialog
      title={m.addTitle}
      submitLabel={m.add}
      onClose={onClose}
      plan={{
        ...write,
        sections,
        document: newDocument(sections),
        isNew: true,
        lockedReason: whyNoWrite(),
        onApplied: () => notify.success(m.added),
      }}
    />
  )
}
