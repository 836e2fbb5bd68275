import { type SlowSubscription, slowSubscriptions } from '@brokerdeck/contract/diagnose/slow-subscriptions.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { describeError } from '#api/describe-problem.ts'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { read, write } from '#api/query.ts'
import { tableQuery } from '#domain/broker-list/table-query.ts'
import { useListSearch } from '#domain/broker-list/use-list-search.ts'
import { confirm } from '#kit/dialogs/confirm.tsx'
import { notify } from '#kit/dialogs/notify.tsx'
import { DataTable } from '#kit/table/data-table.tsx'
import type { Filter } from '#kit/table/filters/filter.ts'
import { FilterBar } from '#kit/table/filters/filter-bar.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { m } from './messages.ts'
import { slowSubscriptionColumns } from './slow-subscription-columns.tsx'

/** Rows come and go by themselves. */
const pollSeconds = 10

const rowKey = ({ node, clientid, topic }: SlowSubscription) => JSON.stringify([node, clientid, topic])

/** The broker gives the whole list; it is searched here. */
const filters: readonly Filter[] = [
  { kind: 'text', label: m.client, contains: 'like_clientid', isMain: true, mono: true },
  { kind: 'text', label: m.topic, contains: 'like_topic', isMain: true, mono: true },
]

export function SlowListPanel() {
  const { filters: values, setFilters } = useListSearch(filters)
  const { like_clientid: client = '', like_topic: topic = '' } = values
  const isShown = (row: SlowSubscription) => row.clientid.includes(client) && row.topic.includes(topic)
  const result = useQuery(read(slowSubscriptions.list, {}, { pollSeconds }))
  const { mutateAsync } = useMutation(write(slowSubscriptions.clear, { refreshes: [slowSubscriptions.list] }))
  const clear = async () => {
    const asked = { title: m.clearTitle, body: m.clearBody, action: m.clearAction, danger: true }
    if (!(await confirm(asked))) return
    try {
      await mutateAsync({})
      notify.success(m.cleared)
    } catch (error) {
      const { title, detail } = describeError(error)
      notify.failure(title, detail)
    }
  }
  const nothing = result.data?.data.length === 0 ? m.nothing : undefined
  return (
    <DataTable
      label={m.label}
      columns={slowSubscriptionColumns}
      columnsKey="slowSubscriptionTableColumns"
      rowKey={rowKey}
      rowLabel={({ clientid }) => clientid}
      query={tableQuery(result, ({ data }) => data.filter(isShown))}
      filters={<FilterBar filters={filters} values={values} onChange={setFilters} />}
      actions={
        <Button
          size="small"
          variant="danger"
          disabledReason={whyNoWrite() ?? nothing}
          onClick={() => void clear()}
        >
          {m.clear}
        </Button>
      }
      exportName="slow-subscriptions"
      empty={
        nothing === undefined ? (
          <EmptyState title={m.noneMatch}>{m.noneMatchText}</EmptyState>
        ) : (
          <EmptyState title={m.emptyTitle}>{m.emptyText}</EmptyState>
        )
      }
    />
  )
}
