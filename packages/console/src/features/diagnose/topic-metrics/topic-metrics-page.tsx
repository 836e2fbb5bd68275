import {
  maxTopicMetrics,
  type TopicMetric,
  topicMetrics,
} from '@brokerdeck/contract/diagnose/topic-metrics.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { read } from '#api/query.ts'
import { tableQuery } from '#domain/broker-list/table-query.ts'
import { useListSearch } from '#domain/broker-list/use-list-search.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import { Page } from '#kit/page/page.tsx'
import { useUrlSearch } from '#kit/page/use-url-search.ts'
import { DataTable } from '#kit/table/data-table.tsx'
import type { Filter, FilterValues } from '#kit/table/filters/filter.ts'
import { FilterBar } from '#kit/table/filters/filter-bar.tsx'
import { useSelection } from '#kit/table/use-selection.ts'
import { visibleText } from '#lib/visible-text.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import type { MenuAction } from '#ui/menu.tsx'
import { topicMetrics as m } from '../messages/topic-metrics.ts'
import { whyNoRoom } from './topic-faults.ts'
import { addTopics, removeTopics, resetAllTopics, resetTopics } from './topic-metric-actions.tsx'
import { topicMetricColumns } from './topic-metric-columns.tsx'
import { TopicMetricDrawer } from './topic-metric-drawer.tsx'

const searchSchema = v.looseObject({ topic: v.fallback(v.optional(v.string()), undefined) })

const pollSeconds = 10

/** The broker gives the whole list; it is searched here. */
const filters: readonly Filter<'like_topic'>[] = [
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
  const removeAll = async (topics: readonly string[]) => {
    const gone = await removeTopics.run(topics)
    selection.forget(gone)
    if (shown !== undefined && gone.includes(shown)) setShown(undefined)
  }
  useAskedTopic(counted, { onView: setShown, onAdd: (topic) => addTopics(counted ?? [], topic) })
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
          onClick={() => addTopics(counted ?? [])}
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
            <Button
              size="small"
              disabledReason={whyNoWrite()}
              onClick={() => void resetTopics.run(topicsOf(rows))}
            >
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
        rowActions={({ topic }) => topicActions(topic, removeAll)}
        filters={<FilterBar filters={filters} values={values} onChange={changeFilters} />}
        actions={
          <Button
            size="small"
            variant="danger"
            disabledReason={whyNoWrite() ?? nothing}
            onClick={() => void resetAllTopics.run()}
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
          actions={topicActions(shown, removeAll).map(({ label, danger, disabledReason, onSelect }) => (
            <Button
              key={label}
              variant={danger === true ? 'danger' : 'default'}
              disabledReason={disabledReason}
              onClick={onSelect}
            >
              {label}
            </Button>
          ))}
          onClose={() => setShown(undefined)}
        />
      )}
    </Page>
  )
}

/** What can be done with one topic, in its row and beside its figures. */
function topicActions(
  topic: string,
  remove: (topics: readonly string[]) => Promise<unknown>,
): readonly MenuAction[] {
  return [
    {
      label: m.reset,
      disabledReason: resetTopics.whyNot(topic),
      onSelect: () => void resetTopics.run([topic]),
    },
    {
      label: m.delete,
      danger: true,
      disabledReason: removeTopics.whyNot(topic),
      onSelect: () => void remove([topic]),
    },
  ]
}

interface Answers {
  readonly onView: (topic: string) => void
  readonly onAdd: (topic: string) => void
}

/** A link may name a topic (`?topic=`): what is counted is opened, anything else offered to be added. Once. */
function useAskedTopic(counted: readonly TopicMetric[] | undefined, { onView, onAdd }: Answers): void {
  const [{ topic: asked }, change] = useUrlSearch(searchSchema)
  const answer = useRef({ onView, onAdd, change })
  answer.current = { onView, onAdd, change }
  const isKnown = counted?.some(({ topic }) => topic === asked)
  useEffect(() => {
    if (asked === undefined || isKnown === undefined) return
    answer.current.change({ topic: undefined })
    if (isKnown) {
      notify.info(m.existing(visibleText(asked, 80)))
      answer.current.onView(asked)
    } else answer.current.onAdd(asked)
  }, [asked, isKnown])
}
