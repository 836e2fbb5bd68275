import {
  maxTopicMetrics,
  type TopicFigures,
  type TopicMetric,
  topicMetrics,
} from '@brokerdeck/contract/diagnose/topic-metrics.ts'
import { canAddress } from '@brokerdeck/contract/endpoint.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import * as v from 'valibot'
import { action, send, tellCount } from '#acting/action.tsx'
import { read } from '#api/query.ts'
import { topicMetrics as m } from '#features/diagnose/messages/topic-metrics.ts'
import { formatNumber, formatRate } from '#i18n/format-number.ts'
import { askDialog } from '#kit/dialogs/dialog-store.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import { useUrlSearch } from '#kit/page/link.tsx'
import type { Column } from '#kit/table/column.ts'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { DangerButton } from '#resource/broker-list/act-on-matching.tsx'
import { ItemButtons } from '#resource/item-buttons.tsx'
import { wholeList } from '#resource/managed-list.ts'
import { ManagedListPage } from '#resource/managed-list-page.tsx'
import { declareResource } from '#resource/managed-resource.ts'
import { linkTo, type SortOf } from '#routes/routes.ts'
import { Button } from '#ui/button.tsx'
import { Amount } from '#ui/marks.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'

function count(
  id: keyof TopicFigures & SortOf<'topicMetrics'>,
  header: string,
  definition: string,
): Column<TopicMetric, SortOf<'topicMetrics'>> {
  return {
    id,
    header,
    definition,
    cell: ({ metrics }) => <Amount value={metrics[id]} />,
    value: ({ metrics }) => metrics[id],
    align: 'end',
    sortable: true,
    width: 130,
  }
}

const perSecond = (value: number) => `${formatRate(value)}${m.perSecond}`

function rate(
  id: keyof TopicFigures & SortOf<'topicMetrics'>,
  header: string,
): Column<TopicMetric, SortOf<'topicMetrics'>> {
  return {
    ...count(id, header, m.rateMeaning),
    cell: ({ metrics }) => <Amount value={metrics[id]} format={perSecond} />,
  }
}

function topicMetricColumns(
  onView: (shown: TopicMetric) => void,
): readonly Column<TopicMetric, SortOf<'topicMetrics'>>[] {
  return [
    verbatimColumn('topic', m.topic, ({ topic }) => topic, {
      sortable: true,
      always: true,
      width: 280,
      phone: 'name',
    }),
    { ...count('messages.in.count', m.messagesIn, m.inMeaning), phone: 'pair' },
    { ...rate('messages.in.rate', m.inRate), phone: 'pair' },
    { ...count('messages.out.count', m.messagesOut, m.outMeaning), phone: 'pair' },
    { ...rate('messages.out.rate', m.outRate), phone: 'pair' },
    count('messages.dropped.count', m.messagesDropped, m.droppedMeaning),
    rate('messages.dropped.rate', m.droppedRate),
    {
      id: 'since',
      header: m.since,
      definition: m.sinceMeaning,
      cell: ({ reset_time: reset, create_time: created }) => <RelativeTime at={reset ?? created} />,
      value: ({ reset_time: reset, create_time: created }) => reset ?? created,
      sortable: true,
      width: 130,
    },
    {
      id: 'view',
      header: m.view,
      cell: (shown) => (
        <Button
          size="small"
          variant="quiet"
          aria-label={m.viewOf(visibleText(shown.topic, 80))}
          onClick={() => onView(shown)}
        >
          {m.view}
        </Button>
      ),
      value: () => undefined,
      fields: [],
      align: 'end',
      width: 80,
      phone: 'status',
    },
  ]
}

const AddTopicsDialog = lazy(async () => ({
  default: (await import('./add-topics-dialog.tsx')).AddTopicsDialog,
}))

const TopicMetricDrawer = lazy(async () => ({
  default: (await import('./topic-metric-drawer.tsx')).TopicMetricDrawer,
}))

const formatName = ({ topic }: TopicMetric) => visibleText(topic, 80)

function addTopics(all: readonly TopicMetric[], prefilled = ''): void {
  const known = new Set(all.map(({ topic }) => topic))
  void askDialog<void>((close) => <AddTopicsDialog counted={known} prefilled={prefilled} onClose={close} />)
}

const reset = action(
  send(topicMetrics.reset, ({ topic }: TopicMetric) => ({ body: { action: 'reset' as const, topic } })),
  {
    formatName,
    ask: (topics, only) => ({
      title: only === undefined ? tellCount(topics, m.resetMany) : m.resetTitle(formatName(only)),
      body: m.resetBody,
      action: m.resetAction,
      interrupts: 'nothing',
    }),
    successMessage: () => m.resetDone,
  },
)

const remove = action(
  send(topicMetrics.remove, ({ topic }: TopicMetric) => ({ params: { topic } })),
  {
    takesAway: true,
    findDisabledReason: ({ topic }) => (canAddress(topic) ? undefined : m.unaddressable),
    formatName,
    ask: (topics, only) => ({
      title: only === undefined ? tellCount(topics, m.deleteMany) : m.deleteTitle(formatName(only)),
      body: m.deleteBody,
      action: m.deleteAction,
      interrupts: 'nothing',
    }),
    successMessage: m.deleted,
  },
)

const resetAll = action<void>(
  send(topicMetrics.reset, () => ({ body: { action: 'reset' as const } })),
  {
    ask: () => ({
      title: m.resetAllTitle,
      body: m.resetBody,
      action: m.resetAction,
      danger: true,
      interrupts: 'nothing',
    }),
    successMessage: () => m.resetDone,
  },
)

const createTopicMetricResource = (onView: (shown: TopicMetric) => void) =>
  declareResource({
    toId: ({ topic }: TopicMetric) => topic,
    formatName: ({ topic }) => topic,
    address: linkTo('topicMetrics'),
    // The broker returns the whole list; it is filtered here.
    list: wholeList(topicMetrics.list, {}, (answer) => answer, {
      pollSeconds: 10,
      filters: [{ kind: 'text', label: m.topic, contains: 'like_topic', isMain: true, mono: true }],
      matches: ({ topic }, { like_topic: part = '' }) => topic.includes(part),
    }),
    columns: topicMetricColumns(onView),
    columnsKey: 'topicMetricsTableColumns',
    exportName: 'topic-metrics',
    words: m,
    actions: [
      { label: m.reset, doesMany: reset },
      { label: m.delete, danger: true, doesMany: remove, takesAway: true },
    ],
  })

/** Lists the topics whose messages the broker counts. */
export function TopicMetricsPage() {
  const [shown, setShown] = useState<TopicMetric>()
  const [resource] = useState(() => createTopicMetricResource(setShown))
  useAskedTopic(setShown)
  const close = () => setShown(undefined)
  return (
    <ManagedListPage
      resource={resource}
      create={{ label: m.add, to: addTopics, disabledReason: ({ length }) => whyNoRoom(length) }}
      summary={({ count }) =>
        count !== undefined && m.summary(formatNumber(count), formatNumber(maxTopicMetrics))
      }
      toolbar={({ count }) => (
        <DangerButton
          label={m.resetAll}
          disabledReason={count === 0 ? m.nothing : undefined}
          onClick={() => void resetAll.run()}
        />
      )}
    >
      <Suspense>
        {shown && (
          <TopicMetricDrawer
            topic={shown.topic}
            actions={<ItemButtons resource={resource} item={shown} onGone={close} />}
            onClose={close}
          />
        )}
      </Suspense>
    </ManagedListPage>
  )
}

const searchSchema = v.object({ topic: v.fallback(v.optional(v.string()), undefined) })

/** Handles the topic of a link (`?topic=`) once: opens it if it is counted, otherwise offers to add it. */
function useAskedTopic(onView: (shown: TopicMetric) => void): void {
  const [{ topic: asked }, change] = useUrlSearch('topicMetrics', searchSchema)
  const { data: all } = useQuery(read(topicMetrics.list, {}))
  const answer = useEffectEvent((topic: string) => {
    change({ topic: undefined })
    const known = all?.find((one) => one.topic === topic)
    if (known === undefined) addTopics(all ?? [], topic)
    else {
      notify.info(m.existing(formatName(known)))
      onView(known)
    }
  })
  const isTold = all !== undefined
  useEffect(() => {
    if (asked !== undefined && isTold) answer(asked)
  }, [asked, isTold])
}

/** Returns the reason why no topic can be added; undefined if there is room. */
function whyNoRoom(count: number): string | undefined {
  return count < maxTopicMetrics ? undefined : m.noRoom(0, maxTopicMetrics)
}
