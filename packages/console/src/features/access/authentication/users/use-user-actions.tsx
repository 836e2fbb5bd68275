import {
  type Authenticator,
  type AuthnUser,
  authentication,
} from '@brokerdeck/contract/access/authentication.ts'
import { canAddress } from '@brokerdeck/contract/wire.ts'
import { useQueryClient } from '@tanstack/react-query'
import { lazy } from 'react'
import { describeError } from '#api/describe-problem.ts'
import { request } from '#api/http.ts'
import { isGone } from '#api/is-gone.ts'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { joinSentences } from '#i18n/join-sentences.ts'
import { bulk } from '#kit/dialogs/bulk.tsx'
import { askDialog } from '#kit/dialogs/dialog-store.ts'
import { visibleText } from '#lib/visible-text.ts'
import type { MenuAction } from '#ui/menu.tsx'
import { m } from './messages.ts'

/** From so many on, the number is to be typed. */
const manyUsers = 20

const nameOf = ({ user_id }: AuthnUser) => visibleText(user_id, 80)

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

/** Asks, then deletes them a few at a time. Resolves to those that are gone. */
async function removeUsers(id: string, users: readonly AuthnUser[]): Promise<readonly AuthnUser[]> {
  const [only] = users
  const isOne = users.length === 1 && only !== undefined
  const remove = async ({ user_id }: AuthnUser, signal: AbortSignal) => {
    try {
      await request(authentication.removeUser, { params: { id, user_id } }, { signal })
    } catch (error) {
      // Somebody else has deleted it meanwhile.
      if (!isGone(error)) throw error
    }
  }
  const outcome = await bulk({
    items: users,
    itemLabel: nameOf,
    run: remove,
    describeFailure: (error) => {
      const { title, detail } = describeError(error)
      return detail ?? title
    },
    title: isOne ? m.removeTitle : m.removeMany(users.length, formatNumber(users.length)),
    body: isOne ? joinSentences(m.removeOne(nameOf(only)), m.removeBody) : m.removeManyBody,
    action: m.remove,
    told: (count, shown) => (isOne ? m.removed(nameOf(only)) : m.removedMany(count, shown)),
    danger: true,
    ...(users.length > manyUsers ? { typedName: String(users.length) } : {}),
  })
  return outcome?.done ?? []
}
