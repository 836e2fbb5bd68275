import type { Column, TableQuery } from '#kit/table/column.ts'
import { DataTable } from '#kit/table/data-table.tsx'
import { Amount } from '#ui/amount.tsx'
import { Definition } from '#ui/definition.tsx'
import { Panel } from '#ui/panel.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { nodes as m } from '../messages/nodes.ts'
import { type NodeStatistic, statisticMeaning } from './node-statistics.ts'

const columns: readonly Column<NodeStatistic>[] = [
  {
    id: 'name',
    header: m.statistic,
    cell: ({ name }) => <StatisticName name={name} meaning={statisticMeaning(name)} />,
    value: ({ name }) => name,
    always: true,
    phone: 'name',
  },
  {
    id: 'now',
    header: m.now,
    cell: ({ now }) => <Amount value={now} />,
    value: ({ now }) => now,
    align: 'end',
    phone: 'pair',
  },
  {
    id: 'most',
    header: m.highWater,
    cell: ({ most }) => <Amount value={most} />,
    value: ({ most }) => most,
    align: 'end',
    phone: 'pair',
  },
]

/** Every gauge that the node keeps. */
export function StatisticsPanel({ query }: { readonly query: TableQuery<NodeStatistic> }) {
  return (
    <Panel title={m.statistics} caption={m.statisticsCaption}>
      <DataTable
        label={m.statistics}
        columns={columns}
        rowKey={({ name }) => name}
        query={query}
        fit="part"
      />
    </Panel>
  )
}

interface StatisticNameProps {
  readonly name: string
  readonly meaning: string | undefined
}

/** As the broker spells it, with what it counts where that is known. */
function StatisticName({ name, meaning }: StatisticNameProps) {
  const spelled = <Verbatim text={name} mono />
  return meaning === undefined ? spelled : <Definition definition={meaning}>{spelled}</Definition>
}
