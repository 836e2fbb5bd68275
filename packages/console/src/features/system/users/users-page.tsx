import { type User, users } from '@brokerdeck/contract/system/users.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, useMemo } from 'react'
import { action, to } from '#acting/action.tsx'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { read } from '#api/query.ts'
import { tableQuery } from '#domain/broker-list/table-query.ts'
import { askDialog } from '#kit/dialogs/dialog-store.ts'
import { Page } from '#kit/page/page.tsx'
import { DataTable } from '#kit/table/data-table.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { Button } from '#ui/button.tsx'
import type { MenuAction } from '#ui/menu.tsx'
import { users as m } from '../messages/accounts.ts'
import { backendOf } from './backend-of.ts'
import { userColumns } from './user-columns.tsx'
import { isLocal, whyNoPasswordChange, whyNotRemovable } from './user-rules.ts'

const EditUserDialog = lazy(async () => ({
  default: (await import('./edit-user-dialog.tsx')).EditUserDialog,
}))

const ChangePasswordDialog = lazy(async () => ({
  default: (await import('./change-password-dialog.tsx')).ChangePasswordDialog,
}))

const CreateUserDialog = lazy(async () => ({
  default: (await import('./create-user-dialog.tsx')).CreateUserDialog,
}))

/** Who may sign in. The list always has whoever looks at it, so it is never empty. */
export function UsersPage() {
  const result = useQuery(read(users.list, {}))
  const all = useMemo(() => result.data ?? [], [result.data])
  const columns = useMemo(() => userColumns(all), [all])
  const rowActions = userActions(all)
  const hasRoles = all.some(({ role }) => role !== undefined)
  const create = () =>
    void askDialog<void>((close) => <CreateUserDialog hasRoles={hasRoles} onClose={close} />)
  return (
    <Page
      title={m.title}
      summary={m.summary}
      actions={
        <Button size="small" variant="primary" disabledReason={whyNoWrite()} onClick={create}>
          {m.create}
        </Button>
      }
    >
      <DataTable
        label={m.label}
        columns={columns}
        rowKey={({ username, backend = '' }) => JSON.stringify([username, backend])}
        rowLabel={({ username }) => username}
        query={tableQuery(result, (list) => list)}
        rowActions={rowActions}
        exportName="users"
        fit="part"
      />
    </Page>
  )
}

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

function userActions(all: readonly User[]): (user: User) => readonly MenuAction[] {
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
      disabledReason: removeUser.whyNot(user) ?? whyNotRemovable(user, all),
      onSelect: () => void removeUser.run(user),
    },
  ]
}
