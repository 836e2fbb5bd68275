import { useQueryClient } from '@tanstack/react-query'
import { confirm } from '#kit/dialogs/confirm.tsx'
import { askDialog } from '#kit/dialogs/dialog-store.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import { visibleText } from '#lib/visible-text.ts'
import type { MenuAction } from '#ui/menu.tsx'
import type { ListForm } from './list-form.ts'
import { endpointForm as m } from './messages.ts'
import { RowDialog } from './row-dialog.tsx'
import { changeList, type ListChange, moveRow, removeRow } from './whole-list.ts'

/** A row of the page and its place in the list. */
export interface Placed<Row> {
  readonly at: number
  readonly row: Row
}

export const placed = <Row,>(rows: readonly Row[]): readonly Placed<Row>[] =>
  rows.map((row, at) => ({ at, row }))

/** What can be done with the entries of a list that is written as a whole. */
export function useListActions<Row extends object>(
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
    const body = form.words.removeBody(visibleText(form.nameOf(row), 80))
    if (!(await confirm({ title: m.removeTitle, body, action: m.remove, danger: true }))) return
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
