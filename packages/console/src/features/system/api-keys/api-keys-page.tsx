import { apiKeys, type CreatedApiKey } from '@brokerdeck/contract/system/api-keys.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, useMemo } from 'react'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { read } from '#api/query.ts'
import { tableQuery } from '#domain/broker-list/table-query.ts'
import { askDialog } from '#kit/dialogs/dialog-store.ts'
import { Page } from '#kit/page/page.tsx'
import { DataTable } from '#kit/table/data-table.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { apiKeys as m } from '../messages/accounts.ts'
import { apiKeyColumns } from './api-key-columns.tsx'
import { keyActions } from './key-actions.tsx'
import { hasRoles } from './key-role.ts'

const CreateKeyDialog = lazy(async () => ({
  default: (await import('./create-key-dialog.tsx')).CreateKeyDialog,
}))

const SecretDialog = lazy(async () => ({ default: (await import('./secret-dialog.tsx')).SecretDialog }))

export function ApiKeysPage() {
  const result = useQuery(read(apiKeys.list, {}))
  const withRoles = hasRoles(result.data ?? [])
  const columns = useMemo(() => apiKeyColumns(withRoles), [withRoles])
  return (
    <Page
      title={m.title}
      summary={m.summary}
      actions={
        <Button
          size="small"
          variant="primary"
          disabledReason={whyNoWrite()}
          onClick={() => void createKey(withRoles)}
        >
          {m.create}
        </Button>
      }
    >
      <DataTable
        label={m.label}
        columns={columns}
        rowKey={({ name }) => name}
        query={tableQuery(result, (list) => list)}
        rowActions={keyActions}
        exportName="api-keys"
        fit="part"
        empty={<EmptyState title={m.emptyTitle}>{m.emptyText}</EmptyState>}
      />
    </Page>
  )
}

/** Asks for a new key, then shows its secret until it is stored. */
async function createKey(hasRoles: boolean): Promise<void> {
  const created = await askDialog<CreatedApiKey | undefined>((answer) => (
    <CreateKeyDialog hasRoles={hasRoles} onAnswer={answer} />
  ))
  if (created === undefined) return
  await askDialog<void>((close) => <SecretDialog created={created} onClose={close} />)
}
