import {
  maxTopicMetrics,
  type TopicMetric,
  topicMetrics,
} from '@brokerdeck/contract/diagnose/topic-metrics.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { read } from '#api/query.ts'
import { tableQuery } from '#domain/broker-list/table-query.ts'
import { useListSearch } from '#domain/broker-list/use-list-search.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { Page } from '#kit/page/page.tsx'
import { DataTable } from '#kit/table/data-table.tsx'
import type { Filter, FilterValues } from '#kit/table/filters/filter.ts'
import { FilterBar } from '#kit/table/filters/filter-bar.tsx'
import { useSelection } from '#kit/table/use-selection.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { m } from './messages.ts'
import { topicActions } from './topic-actions.ts'
import { whyNoRoom } from './topic-faults.ts'
import { topicMetricColumns } from './topic-metric-columns.tsx'
import { TopicMetricDrawer } from './topic-metric-drawer.tsx'
import { useAskedTopic } from './use-asked-topic.ts'
import { useTopicActions } from './use-topic-actions.tsx'

const pollSeconds = 10

/** The broker gives the whole list; it is searched here. */
const filters: readonly Filter[] = [
  { kind: 'text', label: m.topic, contains: 'like_topic', isMain: true, mono: true },
]

const topicsOf = (rows: readonly TopicMetric[]) => rows.map(({ topic }) => topic)

export function TopicMetricsPage() {
  const [shown, setShown] = useState<string>()
  const [columns] = useState(() => topicMetricColumns(setShown))
  const result = useQuery(read(topicMetrics.list, {}, { pollSeconds }))
  const counted = result.data
  const { filters: values, setFilters } = useListSearch(filters)
  const { like_topic: part = '' } = values
  const selection = useSelection<TopicMetric>()
  const { add, reset, remove, resetAll } = useTopicActions()
  const removeAll = async (topics: readonly string[]) => {
    const gone = await remove(topics)
    selection.forget(gone)
    if (shown !== undefined && gone.includes(shown)) setShown(undefined)
  }
  useAskedTopic(counted, { onView: setShown, onAdd: (topic) => add(counted ?? [], topic) })
  const changeFilters = (to: FilterValues) => {
    selection.clear()
    setFilters(to)
  }
  const nothing = counted?.length === 0 ? m.nothing : undefined
  return (
    <Page
      title={m.title}
      {...(counted === undefined
        ? {}
        : { summary: m.summary(formatNumber(counted.length), formatNumber(maxTopicMetrics)) })}
      actions={
        <Button
          size="small"
          variant="primary"
          disabledReason={whyNoWrite() ?? whyNoRoom(counted?.length ?? 0)}
          onClick={() => add(counted ?? [])}
        >
          {m.add}
        </Button>
      }
    >
      <DataTable
        label={m.label}
        columns={columns}
        columnsKey="topicMetricsTableColumns"
        rowKey={({ topic }) => topic}
        query={tableQuery(result, (rows) => rows.filter(({ topic }) => topic.includes(part)))}
        selection={selection}
        bulkActions={(rows) => (
          <>
            <Button size="small" disabledReason={whyNoWrite()} onClick={() => void reset(topicsOf(rows))}>
              {m.reset}
            </Button>
            <Button
              size="small"
              variant="danger"
              disabledReason={whyNoWrite()}
              onClick={() => void removeAll(topicsOf(rows))}
            >
              {m.delete}
            </Button>
          </>
        )}
        rowActions={({ topic }) => topicActions(topic, { reset, remove: removeAll })}
        filters={<FilterBar filters={filters} values={values} onChange={changeFilters} />}
        actions={
          <Button
            size="small"
            variant="danger"
            disabledReason={whyNoWrite() ?? nothing}
            onClick={() => void resetAll()}
          >
            {m.resetAll}
          </Button>
        }
        exportName="topic-metrics"
        empty={
          nothing === undefined ? (
            <EmptyState title={m.noneMatch}>{m.noneMatchText}</EmptyState>
          ) : (
            <EmptyState title={m.emptyTitle}>{m.emptyText}</EmptyState>
          )
        }
      />
      {shown !== undefined && (
        <TopicMetricDrawer
          topic={shown}
          actions={topicActions(shown, { reset, remove: removeAll }).map(
            ({ label, danger, disabledReason, onSelect }) => (
              <Button
                key={label}
                variant={danger === true ? 'danger' : 'default'}
                disabledReason={disabledReason}
                onClick={onSelect}
              >
                {label}
              </Button>
            ),
          )}
          onClose={() => setShown(undefined)}
        />
      )}
    </Page>
  )
}
