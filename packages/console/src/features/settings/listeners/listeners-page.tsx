import { listeners } from '@brokerdeck/contract/settings/listeners.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { read } from '#api/query.ts'
import { tableQuery } from '#domain/broker-list/table-query.ts'
import { Page } from '#kit/page/page.tsx'
import { DataTable } from '#kit/table/data-table.tsx'
import { paths } from '#lib/paths.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { listeners as m } from '../messages/listeners.ts'
import { listenerColumns } from './listener-columns.tsx'
import { SyncNotice } from './sync-notice.tsx'
import { useListenerActions } from './use-listener-actions.tsx'

/** Where clients come in, and how it is going there. */
export function ListenersPage() {
  const result = useQuery(read(listeners.list, {}, { pollSeconds: 10 }))
  const navigate = useNavigate()
  const rowActions = useListenerActions()
  return (
    <Page
      title={m.title}
      summary={m.summary}
      actions={
        <Button
          size="small"
          variant="primary"
          disabledReason={whyNoWrite()}
          onClick={() => void navigate({ to: paths.createListener() })}
        >
          {m.create}
        </Button>
      }
    >
      <SyncNotice />
      <DataTable
        label={m.label}
        columns={listenerColumns}
        columnsKey="listenerTableColumns"
        rowKey={({ id }) => id}
        query={tableQuery(result, (list) => list)}
        rowActions={rowActions}
        exportName="listeners"
        fit="part"
        empty={<EmptyState title={m.emptyTitle}>{m.emptyText}</EmptyState>}
      />
    </Page>
  )
}
