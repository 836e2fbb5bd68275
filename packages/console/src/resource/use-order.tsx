import { type ReactNode, useState } from 'react'
import { whyNoWrite } from '#api/query.ts'
import type { Column } from '#kit/table/column.ts'
import { MoveHandle } from '#ui/move-handle.tsx'
import type { MenuAction } from '#ui/overlays.tsx'
import { moveOne } from './item-actions.tsx'
import type { ManagedRow } from './managed-columns.tsx'
import type { ManagedResource } from './managed-resource.ts'
import { managed as m } from './messages.ts'

interface Order<Row> {
  /** The first column, with the position and the handle. */
  readonly columns: readonly Column<Row>[]
  readonly actions: (row: Row) => readonly MenuAction[]
  /** The live region to render on the page; it announces moves. */
  readonly announcement: ReactNode
}

/** Lets users change the order of a list by menu, keyboard or dragging; empty if the resource has no order. */
export function useOrder<Item, Name extends string>(
  resource: ManagedResource<Item, Name>,
  items: readonly Item[],
): Order<ManagedRow<Item, Name>> {
  const { toId, formatName, order } = resource
  const [told, setTold] = useState('')
  if (order === undefined) return { columns: [], actions: () => [], announcement: null }
  const lockedReason = whyNoWrite()
  const ids = items.map(toId)
  const findPlace = ({ item }: ManagedRow<Item, Name>) => ids.indexOf(toId(item))
  // The menu, the keyboard and dragging all call this function.
  const moveTo = async (row: ManagedRow<Item, Name>, to: number) => {
    const { item } = row
    const at = findPlace(row)
    if (at === to) return
    const names = items.map(formatName)
    const [moved = ''] = names.splice(at, 1)
    const isMoved = await moveOne(resource, { item, id: toId(item), ids, to }, names.toSpliced(to, 0, moved))
    if (isMoved) setTold(m.moved(formatName(item), to + 1, ids.length))
  }
  const last = ids.length - 1
  return {
    columns: [
      {
        id: 'order',
        header: m.order,
        definition: order.definition,
        value: (row) => findPlace(row) + 1,
        cell: (row) => (
          <MoveHandle
            name={formatName(row.item)}
            at={findPlace(row)}
            count={ids.length}
            isNumbered
            lockedReason={lockedReason}
            onMove={(to) => void moveTo(row, to)}
          />
        ),
        always: true,
        width: 84,
      },
    ],
    actions: (row) => {
      const at = findPlace(row)
      const up = lockedReason ?? (at <= 0 ? m.isFirst : undefined)
      const down = lockedReason ?? (at >= last ? m.isLast : undefined)
      return [
        { label: m.moveUp, disabledReason: up, onSelect: () => void moveTo(row, at - 1) },
        { label: m.moveDown, disabledReason: down, onSelect: () => void moveTo(row, at + 1) },
        { label: m.moveTop, disabledReason: up, onSelect: () => void moveTo(row, 0) },
        { label: m.moveBottom, disabledReason: down, onSelect: () => void moveTo(row, last) },
      ]
    },
    announcement: (
      <span role="status" className="visually-hidden">
        {told}
      </span>
    ),
  }
}
