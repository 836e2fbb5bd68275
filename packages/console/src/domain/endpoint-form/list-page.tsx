import { whyNoWrite } from '#api/query.ts'
import { Page } from '#kit/page/page.tsx'
import type { Column, TableQuery } from '#kit/table/column.ts'
import { DataTable } from '#kit/table/data-table.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/states.tsx'
import type { ListForm } from './list-form.ts'
import { type Placed, useListActions } from './use-list-actions.tsx'

interface ListPageProps<Row extends object> {
  readonly form: ListForm<Row>
  readonly query: TableQuery<Placed<Row>>
  readonly columns: readonly Column<Placed<Row>>[]
  readonly exportName: string
}

/** A page whose content is one list that the broker takes as a whole. */
export function ListPage<Row extends object>({ form, query, columns, exportName }: ListPageProps<Row>) {
  const { words } = form
  const rows = (query.rows ?? []).map(({ row }) => row)
  const { add, whyNotAdd, rowActions } = useListActions(form, rows, whyNoWrite())
  return (
    <Page
      title={words.title}
      {...(query.rows === undefined ? {} : { summary: words.summary(rows.length, form.max) })}
      actions={
        <Button size="small" variant="primary" disabledReason={whyNotAdd} onClick={add}>
          {words.add}
        </Button>
      }
    >
      <DataTable
        label={words.label}
        columns={columns}
        rowKey={({ at }) => String(at)}
        rowLabel={({ row }) => form.nameOf(row)}
        query={query}
        rowActions={rowActions}
        exportName={exportName}
        empty={<EmptyState title={words.emptyTitle}>{words.emptyText}</EmptyState>}
      />
    </Page>
  )
}
