import { backups } from '@brokerdeck/contract/system/backups.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { read } from '#api/query.ts'
import { pagePaging } from '#domain/broker-list/page-paging.ts'
import { tableQuery } from '#domain/broker-list/table-query.ts'
import { useListSearch } from '#domain/broker-list/use-list-search.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { Page } from '#kit/page/page.tsx'
import { DataTable } from '#kit/table/data-table.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { backupColumns } from './backup-columns.tsx'
import { m } from './messages.ts'
import { UploadButton } from './upload-button.tsx'
import { useBackupActions } from './use-backup-actions.tsx'

const CreateBackupDialog = lazy(async () => ({
  default: (await import('./create-backup-dialog.tsx')).CreateBackupDialog,
}))

/** Backups of the cluster: made, brought, taken away, restored. */
export function BackupPage() {
  const { place, setPlace } = useListSearch([])
  const { page, limit } = place
  const result = useQuery(read(backups.list, { query: { page, limit } }, { keepsPrevious: true }))
  const rowActions = useBackupActions()
  const [isCreating, setIsCreating] = useState(false)
  const count = result.data?.meta.count
  return (
    <Page
      title={m.title}
      summary={count === undefined ? undefined : m.summary(count, formatNumber(count))}
      actions={
        <>
          <UploadButton />
          <Button
            size="small"
            variant="primary"
            disabledReason={whyNoWrite()}
            onClick={() => setIsCreating(true)}
          >
            {m.create}
          </Button>
        </>
      }
    >
      <DataTable
        label={m.label}
        columns={backupColumns}
        rowKey={({ node, filename }) => JSON.stringify([node, filename])}
        rowLabel={({ filename }) => filename}
        query={tableQuery(result, ({ data }) => data)}
        paging={pagePaging(place, result.data?.meta, setPlace)}
        rowActions={rowActions}
        exportName={m.exportName}
        empty={<EmptyState title={m.emptyTitle}>{m.emptyText}</EmptyState>}
      />
      {isCreating && (
        <Suspense fallback={null}>
          <CreateBackupDialog onClose={() => setIsCreating(false)} />
        </Suspense>
      )}
    </Page>
  )
}
