import { type User, users } from '@brokerdeck/contract/system/users.ts'
import { useMutation } from '@tanstack/react-query'
import { lazy } from 'react'
import { describeError } from '#api/describe-problem.ts'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { write } from '#api/query.ts'
import { confirm } from '#kit/dialogs/confirm.tsx'
import { askDialog } from '#kit/dialogs/dialog-store.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import { visibleText } from '#lib/visible-text.ts'
import type { MenuAction } from '#ui/menu.tsx'
import { backendOf } from './backend-of.ts'
import { m } from './messages.ts'
import { isLocal, whyNoPasswordChange, whyNotRemovable } from './user-rules.ts'

const EditUserDialog = lazy(async () => ({
  default: (await import('./edit-user-dialog.tsx')).EditUserDialog,
}))
const ChangePasswordDialog = lazy(async () => ({
  default: (await import('./change-password-dialog.tsx')).ChangePasswordDialog,
}))

export function useUserActions(all: readonly User[]): (user: User) => readonly MenuAction[] {
  const { mutateAsync: removeUser } = useMutation(write(users.remove, { refreshes: [users.list] }))
  const remove = async (user: User) => {
    const name = visibleText(user.username, 80)
    const body = m.removeBody(name)
    if (!(await confirm({ title: m.removeTitle, body, action: m.remove, danger: true }))) return
    try {
      await removeUser({ ...backendOf(user), params: { username: user.username } })
      notify.success(m.removed(name))
    } catch (error) {
      const { title, detail } = describeError(error)
      notify.failure(title, detail)
    }
  }
  return (user) => [
    {
      label: m.edit,
      disabledReason: whyNoWrite(),
      onSelect: () =>
        void askDialog<void>((close) => <EditUserDialog user={user} all={all} onClose={close} />),
    },
    {
      label: m.changePassword,
      disabledReason: isLocal(user) ? whyNoPasswordChange(user.username) : m.notLocal,
      onSelect: () =>
        void askDialog<void>((close) => <ChangePasswordDialog username={user.username} onClose={close} />),
    },
    {
      label: `${m.remove}…`,
      danger: true,
      disabledReason: whyNoWrite() ?? whyNotRemovable(user, all),
      onSelect: () => void remove(user),
    },
  ]
}
