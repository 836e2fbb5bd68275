import { type Alarm, alarms } from '@brokerdeck/contract/monitoring/alarms.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { action, to, useSending } from '#acting/action.tsx'
import { read } from '#api/query.ts'
import { pagePaging } from '#domain/broker-list/page-paging.ts'
import { tableQuery } from '#domain/broker-list/table-query.ts'
import { useListSearch } from '#domain/broker-list/use-list-search.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { DataTable } from '#kit/table/data-table.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { alarms as m } from '../messages/alarms.ts'
import { historyColumns } from './alarm-columns.tsx'
import { AlarmDrawer } from './alarm-drawer.tsx'

export function HistoryPanel() {
  const [shown, setShown] = useState<Alarm>()
  const [columns] = useState(() => historyColumns(setShown))
  const { place, setPlace } = useListSearch([])
  const { page, limit } = place
  const result = useQuery(
    read(alarms.list, { query: { activated: false, page, limit } }, { keepsPrevious: true }),
  )
  return (
    <>
      <DataTable
        label={m.historyLabel}
        columns={columns}
        columnsKey="pastAlarmsColumns"
        rowKey={({ node, name, activate_at: from, deactivate_at: to }) =>
          JSON.stringify([node, name, from, to])
        }
        rowLabel={({ name, node }) => m.alarmOf(name, node)}
        query={tableQuery(result, ({ data }) => data)}
        paging={pagePaging(place, result.data?.meta, setPlace)}
        rowActions={(alarm) => [{ label: m.explain, onSelect: () => setShown(alarm) }]}
        actions={<ClearButton count={result.data?.meta.count ?? result.data?.data.length} />}
        exportName="past-alarms"
        empty={<EmptyState title={m.nonePast}>{m.nonePastText}</EmptyState>}
      />
      {shown !== undefined && <AlarmDrawer alarm={shown} onClose={() => setShown(undefined)} />}
    </>
  )
}

const clearHistory = action<number | undefined>(
  to(alarms.clear, () => ({})),
  {
    whyNot: (count) => (count === 0 ? m.nothingToClear : undefined),
    ask: (count = 0) => ({
      title: m.clearTitle,
      body: m.clearBody(count, formatNumber(count)),
      action: m.clear,
      danger: true,
    }),
    told: () => m.cleared,
  },
)

function ClearButton({ count }: { readonly count: number | undefined }) {
  const { isSending, run } = useSending(clearHistory)
  return (
    <Button
      size="small"
      variant="danger"
      isBusy={isSending}
      disabledReason={clearHistory.whyNot(count)}
      onClick={() => void run(count)}
    >
      {m.clearAsk}
    </Button>
  )
}
