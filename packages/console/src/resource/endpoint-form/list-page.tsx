import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import * as v from 'valibot'
import { whyNoWrite } from '#api/query.ts'
import { confirm } from '#kit/dialogs/confirm.tsx'
import { askDialog } from '#kit/dialogs/dialog-store.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import { FormDialog } from '#kit/form/shell/form-dialog.tsx'
import type { ApiDocument, FormOutcome } from '#kit/form/shell/form-spec.ts'
import { Page } from '#kit/page/page.tsx'
import type { Column, TableQuery } from '#kit/table/column.ts'
import { DataTable } from '#kit/table/data-table.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { Button } from '#ui/button.tsx'
import type { MenuAction } from '#ui/overlays.tsx'
import { EmptyState } from '#ui/states.tsx'
import type { ListForm, WholeList } from './list-form.ts'
import { endpointForm as m } from './messages.ts'
import { toFormOutcome } from './write-plan.ts'

interface ListPageProps<Row extends object> {
  readonly form: ListForm<Row>
  readonly query: TableQuery<Placed<Row>>
  readonly columns: readonly Column<Placed<Row>>[]
  readonly exportName: string
}

/** A page whose content is a single list that the broker only accepts as a whole. */
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
        rowLabel={({ row }) => form.formatName(row)}
        query={query}
        rowActions={rowActions}
        exportName={exportName}
        empty={<EmptyState title={words.emptyTitle}>{words.emptyText}</EmptyState>}
      />
    </Page>
  )
}

/** A row of the page and its position in the list. */
export interface Placed<Row> {
  readonly at: number
  readonly row: Row
}

export const placeRows = <Row,>(rows: readonly Row[]): readonly Placed<Row>[] =>
  rows.map((row, at) => ({ at, row }))

/** Returns the actions for the entries of a list that is written as a whole. */
function useListActions<Row extends object>(
  form: ListForm<Row>,
  rows: readonly Row[],
  lockedReason: string | undefined,
) {
  const client = useQueryClient()
  const change = async (next: ListChange<Row>, done?: string) => {
    const { outcome } = await changeList(client, form.list, rows, next)
    if (outcome.kind === 'refused') notify.failure(outcome.title, outcome.detail)
    else if (done !== undefined) notify.success(done)
  }
  const edit = (at: number | undefined) =>
    void askDialog<void>((close) => (
      <RowDialog form={form} rows={rows} at={at} lockedReason={lockedReason} onClose={close} />
    ))
  const remove = async ({ at, row }: Placed<Row>) => {
    const body = form.words.removeBody(visibleText(form.formatName(row), 80))
    if (!(await confirm({ title: m.removeTitle, body, action: m.remove, danger: true, interrupts: 'data' })))
      return
    await change(removeRow(at, row), form.words.removed)
  }
  const moves = ({ at, row }: Placed<Row>): readonly MenuAction[] => [
    {
      label: m.moveUp,
      disabledReason: lockedReason ?? (at === 0 ? m.isFirst : undefined),
      onSelect: () => void change(moveRow(at, row, -1)),
    },
    {
      label: m.moveDown,
      disabledReason: lockedReason ?? (at === rows.length - 1 ? m.isLast : undefined),
      onSelect: () => void change(moveRow(at, row, 1)),
    },
  ]
  return {
    whyNotAdd: lockedReason ?? (rows.length >= form.max ? m.listFull(form.max) : undefined),
    add: () => edit(undefined),
    rowActions: (placed: Placed<Row>): readonly MenuAction[] => [
      { label: m.edit, disabledReason: lockedReason, onSelect: () => edit(placed.at) },
      ...(form.isOrdered ? moves(placed) : []),
      {
        label: `${m.remove}…`,
        danger: true,
        disabledReason: lockedReason,
        onSelect: () => void remove(placed),
      },
    ],
  }
}

interface RowDialogProps<Row extends object> {
  readonly form: ListForm<Row>
  /** The rows, in the order of the page. */
  readonly rows: readonly Row[]
  /** The position of the edited row; undefined to add a row. */
  readonly at: number | undefined
  readonly lockedReason: string | undefined
  readonly onClose: () => void
}

/** The dialog for an entry of a list that is written as a whole. */
function RowDialog<Row extends object>(props: RowDialogProps<Row>) {
  const { form, rows, at, lockedReason, onClose } = props
  const client = useQueryClient()
  /**
   * The list that the user has seen. After a refusal because of a changed list it holds that list, so that a second
   * attempt is deliberate.
   */
  const shown = useRef(rows)
  const before = at === undefined ? undefined : rows[at]
  const changeTo = (row: Row) =>
    at === undefined || before === undefined ? addRow(row) : replaceRow(at, before, row)
  const parseRow = (document: ApiDocument): Row | undefined => {
    const parsed = v.safeParse(form.row, document)
    return parsed.success ? parsed.output : undefined
  }
  const apply = async (document: ApiDocument): Promise<FormOutcome> => {
    const row = parseRow(document)
    if (row === undefined) return { kind: 'refused', title: m.rowIncomplete, fields: [] }
    const result = await changeList(client, form.list, shown.current, changeTo(row))
    shown.current = result.rows
    return placeInRow(result.outcome, at ?? result.rows.length)
  }
  return (
    <FormDialog
      title={at === undefined ? form.words.addTitle : form.words.editTitle}
      submitLabel={at === undefined ? m.add : m.save}
      onClose={onClose}
      plan={{
        sections: form.sections,
        document: toDocument(before ?? form.initial),
        isNew: at === undefined,
        isConfiguration: true,
        lockedReason,
        impact: () => form.words.impact,
        check: (document) =>
          form.check?.(
            document,
            rows.filter((_, index) => index !== at),
          ) ?? [],
        plan(document) {
          const row = parseRow(document)
          const body = row === undefined ? undefined : changeTo(row)(rows)
          return body === undefined ? undefined : { method: 'PUT', path: form.list.endpoint.path, body }
        },
        apply,
        onApplied: () => notify.success(at === undefined ? form.words.added : form.words.saved),
      }}
    />
  )
}

const toDocument = (row: object): ApiDocument => Object.fromEntries(Object.entries(row))

/** The broker locates an error by the position of the row in the list, counted from 1: `3.qos`, `rewrite.3.re`. */
function placeInRow(outcome: FormOutcome, at: number): FormOutcome {
  if (outcome.kind === 'applied') return outcome
  const fields = outcome.fields.map(({ path, message }) => {
    const [, index, own] = /^(?:[a-z_]+\.)?(\d+)\.(.+)$/.exec(path) ?? []
    return { path: Number(index) === at + 1 && own !== undefined ? own : path, message }
  })
  return { ...outcome, fields }
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

const toRefused = (title: string): FormOutcome => ({ kind: 'refused', title, fields: [] })

/** Writes the changed list, unless it differs from the list that was `shown`. */
async function changeList<Row>(
  client: QueryClient,
  list: WholeList<Row>,
  shown: readonly Row[],
  change: ListChange<Row>,
): Promise<ListOutcome<Row>> {
  let rows = shown
  try {
    rows = await list.read()
    if (!same(rows, shown)) return { outcome: toRefused(m.listChanged), rows }
    const next = change(rows)
    if (next === undefined) return { outcome: toRefused(m.rowGone), rows }
    await list.write(next)
    rows = next
    return { outcome: { kind: 'applied' }, rows }
  } catch (error) {
    return { outcome: toFormOutcome(error), rows }
  } finally {
    // The cache is updated at once, so that the next step is not refused because of this one.
    client.setQueryData([list.endpoint.path, {}], rows)
  }
}

/** Replaces the row at a position, if it is still the same row. */
const replaceRow =
  <Row,>(at: number, before: Row, row: Row): ListChange<Row> =>
  (rows) =>
    same(rows[at], before) ? rows.with(at, row) : undefined

const addRow =
  <Row,>(row: Row): ListChange<Row> =>
  (rows) => [...rows, row]

const removeRow =
  <Row,>(at: number, before: Row): ListChange<Row> =>
  (rows) =>
    same(rows[at], before) ? rows.toSpliced(at, 1) : undefined

const moveRow =
  <Row,>(at: number, before: Row, by: 1 | -1): ListChange<Row> =>
  (rows) =>
    same(rows[at], before) ? rows.toSpliced(at, 1).toSpliced(at + by, 0, before) : undefined

/** Returns the changed list; undefined if the intended row no longer exists. */
type ListChange<Row> = (rows: readonly Row[]) => readonly Row[] | undefined

interface ListOutcome<Row> {
  readonly outcome: FormOutcome
  /** The rows as they were last read. */
  readonly rows: readonly Row[]
}
