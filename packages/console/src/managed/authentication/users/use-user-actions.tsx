import type { AuthnUser } from '@brokerdeck/contract/access/authentication.ts'
import { canAddress } from '@brokerdeck/contract/wire.ts'
import { lazy } from 'react'
import { action, counted } from '#acting/action.tsx'
import { joinSentences } from '#i18n/format-number.ts'
import { askDialog } from '#kit/dialogs/dialog-store.ts'
import { visibleText } from '#lib/visible-text.ts'
import type { MenuAction } from '#ui/menu.tsx'
import { users as m } from '../messages.ts'
import type { UserBase } from './user-base.ts'

const nameOf = ({ user_id }: AuthnUser) => visibleText(user_id, 80)

const AddUserDialog = lazy(async () => ({ default: (await import('./add-user-dialog.tsx')).AddUserDialog }))
const EditUserDialog = lazy(async () => ({
  default: (await import('./edit-user-dialog.tsx')).EditUserDialog,
}))
const ImportDialog = lazy(async () => ({
  default: (await import('../import/import-dialog.tsx')).ImportDialog,
}))

/** What can be done with the users of one authenticator. */
export function useUserActions(base: UserBase, label: string) {
  const { run: remove, whyNot } = action(base.remove, {
    takesAway: true,
    whyNot: ({ user_id }) => (canAddress(user_id) ? undefined : m.unaddressable),
    nameOf,
    ask: (users, only) => ({
      title: only === undefined ? counted(users, m.removeMany) : m.removeTitle,
      body: only ? joinSentences(m.removeOne(nameOf(only)), m.removeBody) : m.removeManyBody,
      action: m.remove,
    }),
    told: (count, shown, only) => (only ? m.removed(nameOf(only)) : m.removedMany(count, shown)),
  })
  return {
    remove,
    add: () => void askDialog<void>((close) => <AddUserDialog base={base} label={label} onClose={close} />),
    importFile: () => void askDialog<void>((close) => <ImportDialog base={base} onClose={close} />),
    rowActions: (user: AuthnUser): readonly MenuAction[] => {
      const lockedReason = whyNot(user)
      return [
        {
          label: m.edit,
          disabledReason: lockedReason,
          onSelect: () =>
            void askDialog<void>((close) => <EditUserDialog base={base} user={user} onClose={close} />),
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
