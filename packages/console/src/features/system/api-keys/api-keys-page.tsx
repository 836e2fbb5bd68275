import { apiKeys } from '@brokerdeck/contract/system/api-keys.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { read } from '#api/query.ts'
import { tableQuery } from '#domain/broker-list/table-query.ts'
import { Page } from '#kit/page/page.tsx'
import { DataTable } from '#kit/table/data-table.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { apiKeyColumns } from './api-key-columns.tsx'
import { createKey } from './create-key.tsx'
import { hasRoles } from './key-role.ts'
import { m } from './messages.ts'
import { useKeyActions } from './use-key-actions.tsx'

export function ApiKeysPage() {
  const result = useQuery(read(apiKeys.list, {}))
  const withRoles = hasRoles(result.data ?? [])
  const columns = useMemo(() => apiKeyColumns(withRoles), [withRoles])
  const rowActions = useKeyActions()
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
        rowActions={rowActions}
        exportName="api-keys"
        fit="part"
        empty={<EmptyState title={m.emptyTitle}>{m.emptyText}</EmptyState>}
      />
    </Page>
  )
}
