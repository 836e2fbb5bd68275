import { type Alarm, alarms } from '@brokerdeck/contract/monitoring/alarms.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { describeError } from '#api/describe-problem.ts'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { read, write } from '#api/query.ts'
import { pagePaging } from '#domain/broker-list/page-paging.ts'
import { tableQuery } from '#domain/broker-list/table-query.ts'
import { useListSearch } from '#domain/broker-list/use-list-search.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { confirm } from '#kit/dialogs/confirm.tsx'
import { notify } from '#kit/dialogs/notify.tsx'
import { DataTable } from '#kit/table/data-table.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { historyColumns } from './alarm-columns.tsx'
import { AlarmDrawer } from './alarm-drawer.tsx'
import { m } from './messages.ts'

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

function ClearButton({ count }: { readonly count: number | undefined }) {
  const { mutateAsync, isPending } = useMutation(write(alarms.clear))
  const clear = async (number: number) => {
    const body = m.clearBody(number, formatNumber(number))
    if (!(await confirm({ title: m.clearTitle, body, action: m.clear, danger: true }))) return
    try {
      await mutateAsync({})
      notify.success(m.cleared)
    } catch (error) {
      const { title, detail } = describeError(error)
      notify.failure(title, detail)
    }
  }
  return (
    <Button
      size="small"
      variant="danger"
      isBusy={isPending}
      disabledReason={whyNoWrite() ?? (count === 0 ? m.nothingToClear : undefined)}
      onClick={() => void clear(count ?? 0)}
    >
      {m.clearAsk}
    </Button>
  )
}
