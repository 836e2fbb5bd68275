import { type User, users } from '@brokerdeck/contract/system/users.ts'
import { lazy } from 'react'
import { action, to } from '#acting/action.tsx'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { askDialog } from '#kit/dialogs/dialog-store.ts'
import { paths } from '#lib/paths.ts'
import { visibleText } from '#lib/visible-text.ts'
import { wholeList } from '#managed/managed-list.ts'
import { ManagedListPage } from '#managed/managed-list-page.tsx'
import { managedResource } from '#managed/managed-resource.ts'
import { users as m } from '../messages/accounts.ts'
import { userColumns } from './user-columns.tsx'
import { backendOf, isLocal, whyNoPasswordChange, whyNotRemovable } from './user-rules.ts'

const EditUserDialog = lazy(async () => ({
  default: (await import('./edit-user-dialog.tsx')).EditUserDialog,
}))

const ChangePasswordDialog = lazy(async () => ({
  default: (await import('./change-password-dialog.tsx')).ChangePasswordDialog,
}))

const CreateUserDialog = lazy(async () => ({
  default: (await import('./create-user-dialog.tsx')).CreateUserDialog,
}))

const nameOf = ({ username }: User) => visibleText(username, 80)

const removeUser = action<User>(
  to(users.remove, (user) => ({ ...backendOf(user), params: { username: user.username } })),
  {
    ask: (user) => ({
      title: m.removeTitle,
      body: m.removeBody(nameOf(user)),
      action: m.remove,
      danger: true,
    }),
    told: (user) => m.removed(nameOf(user)),
  },
)

const members = managedResource({
  idOf: ({ username, backend = '' }: User) => JSON.stringify([username, backend]),
  nameOf: ({ username }) => username,
  path: paths.users(),
  list: wholeList(users.list, {}, (answer) => answer),
  columns: userColumns,
  exportName: 'users',
  words: m,
  actions: [
    {
      label: m.edit,
      whyNot: whyNoWrite,
      opens: (user, all) =>
        askDialog<void>((close) => <EditUserDialog user={user} all={all} onClose={close} />),
    },
    {
      label: m.changePassword,
      whyNot: (user) => (isLocal(user) ? whyNoPasswordChange(user.username) : m.notLocal),
      opens: ({ username }) =>
        askDialog<void>((close) => <ChangePasswordDialog username={username} onClose={close} />),
    },
    { label: `${m.remove}…`, danger: true, does: removeUser, whyNot: whyNotRemovable },
  ],
})

const createUser = (all: readonly User[]) =>
  askDialog<void>((close) => (
    <CreateUserDialog hasRoles={all.some(({ role }) => role !== undefined)} onClose={close} />
  ))

/** Who may sign in. The list always has whoever looks at it, so it is never empty. */
export function UsersPage() {
  return (
    <ManagedListPage
      resource={members}
      create={{ label: m.create, to: createUser }}
      summary={() => m.summary}
    />
  )
}
