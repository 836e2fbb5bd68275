import { whyNoWrite } from '#api/permission/write-permission.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import { newDocument } from '#kit/form/document.ts'
import { FormDialog } from '#kit/form/shell/form-dialog.tsx'
import { users as m } from '../messages.ts'
import type { UserBase } from './user-base.ts'
import { newUserSections } from './user-sections.ts'

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
