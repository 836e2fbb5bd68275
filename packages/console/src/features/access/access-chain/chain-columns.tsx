import { Link } from '@tanstack/react-router'
import type { Column } from '#kit/table/column.ts'
import { accessChain as m } from '../messages/access.ts'
import type { Chain, ChainItem, ChainRow } from './chain.ts'
import { figureColumns, stateColumn } from './chain-figure-columns.tsx'
import { ChainNodes } from './chain-nodes.tsx'
import { ChainSwitch } from './chain-switch.tsx'

/** The table of a chain; `more` says after the name what else tells one from another. */
export function chainColumns<Item extends ChainItem, Count extends string>(
  chain: Chain<Item, Count>,
  more?: Column<ChainRow<Item, Count>>,
): readonly Column<ChainRow<Item, Count>>[] {
  const { idOf, nameOf, labelOf } = chain
  return [
    {
      id: 'member',
      header: chain.words.member,
      value: ({ item }) => idOf(item),
      cell: ({ item }) => (
        <Link to={chain.memberPath(idOf(item))} aria-label={nameOf(item)}>
          {labelOf(item)}
        </Link>
      ),
      always: true,
      width: 180,
      phone: 'name',
    },
    ...(more === undefined ? [] : [more]),
    stateColumn(({ status }) => status?.status, m.stateDefinition),
    {
      id: 'nodes',
      header: m.nodes,
      value: ({ status }) => status?.node_status.filter((one) => one.status === 'connected').length,
      cell: ({ item, status }) => status && <ChainNodes name={nameOf(item)} status={status} />,
      width: 140,
      // A card has room for one beside the rate.
      ...(more === undefined ? { phone: 'pair' } : {}),
    },
    ...figureColumns(chain.counts, ({ status }: ChainRow<Item, Count>) => status?.metrics, 'rate'),
    {
      id: 'enable',
      header: m.enabled,
      value: ({ item }) => item.enable,
      cell: ({ item }) => <ChainSwitch chain={chain} item={item} />,
      width: 90,
      phone: 'control',
    },
  ]
}
