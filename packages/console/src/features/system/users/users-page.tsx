import { users } from '@brokerdeck/contract/system/users.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, useMemo } from 'react'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { read } from '#api/query.ts'
import { tableQuery } from '#domain/broker-list/table-query.ts'
import { askDialog } from '#kit/dialogs/dialog-store.ts'
import { Page } from '#kit/page/page.tsx'
import { DataTable } from '#kit/table/data-table.tsx'
import { Button } from '#ui/button.tsx'
import { m } from './messages.ts'
import { useUserActions } from './use-user-actions.tsx'
import { userColumns } from './user-columns.tsx'

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
