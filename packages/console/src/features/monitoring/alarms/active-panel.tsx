import { type Alarm, alarms } from '@brokerdeck/contract/monitoring/alarms.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '#api/query.ts'
import { pagePaging } from '#domain/broker-list/page-paging.ts'
import { tableQuery } from '#domain/broker-list/table-query.ts'
import { useListSearch } from '#domain/broker-list/use-list-search.ts'
import { DataTable } from '#kit/table/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { activeColumns } from './alarm-columns.tsx'
import { AlarmDrawer } from './alarm-drawer.tsx'
import { m } from './messages.ts'
import { useDeactivate } from './use-deactivate.ts'

/** They come and go by themselves. */
const pollSeconds = 15

export function ActivePanel() {
  const [shown, setShown] = useState<Alarm>()
  const [columns] = useState(() => activeColumns(setShown))
  const { place, setPlace } = useListSearch([])
  const { page, limit } = place
  const result = useQuery(
    read(alarms.list, { query: { activated: true, page, limit } }, { keepsPrevious: true, pollSeconds }),
  )
  const deactivation = useDeactivate()
  return (
    <>
      <DataTable
        label={m.activeLabel}
        columns={columns}
        columnsKey="activeAlarmsColumns"
        rowKey={({ node, name }) => JSON.stringify([node, name])}
        rowLabel={({ name, node }) => m.alarmOf(name, node)}
        query={tableQuery(result, ({ data }) => data)}
        paging={pagePaging(place, result.data?.meta, setPlace)}
        rowActions={(alarm) => [{ label: m.explain, onSelect: () => setShown(alarm) }, deactivation(alarm)]}
        exportName="active-alarms"
        empty={<EmptyState title={m.noneActive}>{m.noneActiveText}</EmptyState>}
      />
      {shown !== undefined && <AlarmDrawer alarm={shown} onClose={() => setShown(undefined)} />}
    </>
  )
}
