import { maxTraces, type Trace } from '@brokerdeck/contract/diagnose/trace.ts'
import { lazy } from 'react'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { tableQuery } from '#domain/broker-list/table-query.ts'
import { useTraces } from '#domain/trace/use-traces.ts'
import { askDialog } from '#kit/dialogs/dialog-store.ts'
import { Page } from '#kit/page/page.tsx'
import { DataTable } from '#kit/table/data-table.tsx'
import { useSelection } from '#kit/table/use-selection.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { trace as m } from '../messages/trace.ts'
import { traceColumns } from './trace-columns.tsx'
import { clearTraces, removeTraces, useTraceActions } from './use-trace-actions.tsx'

const CreateTraceDialog = lazy(async () => ({
  default: (await import('./create-trace-dialog.tsx')).CreateTraceDialog,
}))

const rowKey = ({ name }: Trace) => name

/** What the broker wrote down or is writing down, on request. */
export function TracesPage() {
  const result = useTraces()
  const count = result.data?.length
  const selection = useSelection<Trace>()
  const { rowActions } = useTraceActions()
  const removeSelected = async (rows: readonly Trace[]) => {
    selection.forget((await removeTraces.run(rows)).map(rowKey))
  }
  const full = (count ?? 0) >= maxTraces ? m.limitReached(maxTraces) : undefined
  const create = () => void askDialog<void>((close) => <CreateTraceDialog onClose={close} />)
  return (
    <Page
      title={m.title}
      {...(count === undefined ? {} : { summary: m.summary(count, maxTraces) })}
      actions={
        <Button size="small" variant="primary" disabledReason={whyNoWrite() ?? full} onClick={create}>
          {m.create}
        </Button>
      }
    >
      <DataTable
        label={m.label}
        columns={traceColumns}
        columnsKey="traceTableColumns"
        rowKey={rowKey}
        query={tableQuery(result, (data) => data)}
        selection={selection}
        bulkActions={(rows) => (
          <Button
            size="small"
            variant="danger"
            disabledReason={whyNoWrite()}
            onClick={() => void removeSelected(rows)}
          >
            {m.remove}
          </Button>
        )}
        rowActions={rowActions}
        actions={
          <Button
            size="small"
            variant="danger"
            disabledReason={whyNoWrite() ?? ((count ?? 0) === 0 ? m.nothingToClear : undefined)}
            onClick={() => void clearTraces.run(count ?? 0)}
          >
            {m.clear}
          </Button>
        }
        exportName="log-traces"
        empty={<EmptyState title={m.emptyTitle}>{m.emptyText}</EmptyState>}
      />
    </Page>
  )
}
