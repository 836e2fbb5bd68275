import { type User, users } from '@brokerdeck/contract/system/users.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { lazy, useMemo } from 'react'
import { describeError } from '#api/describe-problem.ts'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { read, write } from '#api/query.ts'
import { tableQuery } from '#domain/broker-list/table-query.ts'
import { confirm } from '#kit/dialogs/confirm.tsx'
import { askDialog } from '#kit/dialogs/dialog-store.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import { Page } from '#kit/page/page.tsx'
import { DataTable } from '#kit/table/data-table.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { Button } from '#ui/button.tsx'
import type { MenuAction } from '#ui/menu.tsx'
import { backendOf } from './backend-of.ts'
import { m } from './messages.ts'
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
  const rowActions = useUserActions(all)
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

function useUserActions(all: readonly User[]): (user: User) => readonly MenuAction[] {
  const { mutateAsync: removeUser } = useMutation(write(users.remove))
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
