import { useNavigate } from '@tanstack/react-router'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import type { Column } from '#kit/table/column.ts'
import { DataTable } from '#kit/table/data-table.tsx'
import type { TableQuery } from '#kit/table/table-query.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import type { MenuAction } from '#ui/menu.tsx'
import { accessChain as m } from '../messages/access.ts'
import type { Chain, ChainItem, ChainRow } from './chain.ts'
import { useChainActions } from './use-chain-actions.tsx'
import { useChainOrder } from './use-chain-order.tsx'

interface ChainTableProps<Item extends ChainItem, Count extends string> {
  readonly chain: Chain<Item, Count>
  readonly query: TableQuery<ChainRow<Item, Count>>
  readonly columns: readonly Column<ChainRow<Item, Count>>[]
  /** Under which the choice of columns is kept. */
  readonly columnsKey: string
  readonly exportName: string
}

/** A chain in its order, and all that can be done with it. */
export function ChainTable<Item extends ChainItem, Count extends string>(
  props: ChainTableProps<Item, Count>,
) {
  const { chain, query, columns, columnsKey, exportName } = props
  const { idOf, nameOf, words } = chain
  const navigate = useNavigate()
  const { remove } = useChainActions(chain)
  const order = useChainOrder(chain, query.rows ?? [])
  const rowActions = (row: ChainRow<Item, Count>): readonly MenuAction[] => [
    ...chain.tabsOf(row.item).map(({ id, label }) => ({
      label,
      onSelect: () => void navigate({ to: chain.memberPath(idOf(row.item)), search: { tab: id } }),
    })),
    ...order.actions(row),
    {
      label: `${m.remove}…`,
      danger: true,
      disabledReason: whyNoWrite(),
      onSelect: () => void remove(row.item),
    },
  ]
  return (
    <>
      <DataTable
        label={words.label}
        columns={[order.column, ...columns]}
        columnsKey={columnsKey}
        rowKey={({ item }) => idOf(item)}
        rowLabel={({ item }) => nameOf(item)}
        query={query}
        rowActions={rowActions}
        exportName={exportName}
        fit="part"
        empty={<EmptyState title={words.emptyTitle}>{words.emptyText}</EmptyState>}
      />
      {order.announcement}
    </>
  )
}
