import { type ReactNode, useState } from 'react'
import { describeError } from '#api/describe-problem.ts'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import type { Column } from '#kit/table/column.ts'
import type { MenuAction } from '#ui/menu.tsx'
import { MoveHandle } from '#ui/move-handle.tsx'
import { accessChain as m } from '../messages/access.ts'
import type { Chain, ChainItem, ChainRow } from './chain.ts'
import { chainPosition } from './chain-position.ts'
import { useChainActions } from './use-chain-actions.tsx'

interface ChainOrder<Row> {
  /** The first column: place and handle. */
  readonly column: Column<Row>
  readonly actions: (row: Row) => readonly MenuAction[]
  /** To be put on the page: tells what moved. */
  readonly announcement: ReactNode
}

/** The order of a chain, changed by menu, by keyboard or by dragging. */
export function useChainOrder<Item extends ChainItem, Count extends string>(
  chain: Chain<Item, Count>,
  rows: readonly ChainRow<Item, Count>[],
): ChainOrder<ChainRow<Item, Count>> {
  const { mayMove, move } = useChainActions(chain)
  const [told, setTold] = useState('')
  const lockedReason = whyNoWrite()
  const ids = rows.map(({ item }) => chain.idOf(item))
  const placeOf = ({ item }: ChainRow<Item, Count>) => ids.indexOf(chain.idOf(item))
  // Menu, keyboard and dragging all end here.
  const moveTo = async ({ item }: ChainRow<Item, Count>, to: number) => {
    const position = chainPosition(ids, chain.idOf(item), to)
    if (position === undefined) return
    const names = rows.map((row) => chain.nameOf(row.item))
    const [moved = ''] = names.splice(ids.indexOf(chain.idOf(item)), 1)
    if (!(await mayMove(item, to, names.toSpliced(to, 0, moved)))) return
    try {
      await move(item, position)
      setTold(m.moved(chain.nameOf(item), to + 1, ids.length))
    } catch (error) {
      const { title, detail } = describeError(error)
      notify.failure(title, detail)
    }
  }
  const last = ids.length - 1
  return {
    column: {
      id: 'order',
      header: m.order,
      definition: m.orderDefinition,
      value: (row) => placeOf(row) + 1,
      cell: (row) => (
        <MoveHandle
          name={chain.nameOf(row.item)}
          at={placeOf(row)}
          count={ids.length}
          isNumbered
          lockedReason={lockedReason}
          onMove={(to) => void moveTo(row, to)}
        />
      ),
      always: true,
      width: 84,
    },
    actions: (row) => {
      const at = placeOf(row)
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
