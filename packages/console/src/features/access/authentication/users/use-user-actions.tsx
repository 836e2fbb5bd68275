import {
  type Authenticator,
  type AuthnUser,
  authentication,
} from '@brokerdeck/contract/access/authentication.ts'
import { canAddress } from '@brokerdeck/contract/wire.ts'
import { useQueryClient } from '@tanstack/react-query'
import { lazy } from 'react'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { askDialog } from '#kit/dialogs/dialog-store.ts'
import type { MenuAction } from '#ui/menu.tsx'
import { m } from './messages.ts'
import { removeUsers } from './remove-users.ts'

const AddUserDialog = lazy(async () => ({ default: (await import('./add-user-dialog.tsx')).AddUserDialog }))
const EditUserDialog = lazy(async () => ({
  default: (await import('./edit-user-dialog.tsx')).EditUserDialog,
}))
const ImportDialog = lazy(async () => ({
  default: (await import('../import/import-dialog.tsx')).ImportDialog,
}))

/** What can be done with the users of one authenticator. */
export function useUserActions(authenticator: Authenticator, label: string) {
  const { id } = authenticator
  const cache = useQueryClient()
  const remove = async (users: readonly AuthnUser[]) => {
    const done = await removeUsers(id, users)
    if (done.length > 0) void cache.invalidateQueries({ queryKey: [authentication.users.path] })
    return done
  }
  return {
    remove,
    add: () =>
      void askDialog<void>((close) => (
        <AddUserDialog authenticator={authenticator} label={label} onClose={close} />
      )),
    importFile: () => void askDialog<void>((close) => <ImportDialog id={id} onClose={close} />),
    rowActions: (user: AuthnUser): readonly MenuAction[] => {
      const lockedReason = whyNoWrite() ?? (canAddress(user.user_id) ? undefined : m.unaddressable)
      return [
        {
          label: m.edit,
          disabledReason: lockedReason,
          onSelect: () =>
            void askDialog<void>((close) => (
              <EditUserDialog authenticator={authenticator} user={user} onClose={close} />
            )),
        },
        {
          label: `${m.remove}…`,
          danger: true,
          disabledReason: lockedReason,
          onSelect: () => void remove([user]),
        },
      ]
    },
  }
}
