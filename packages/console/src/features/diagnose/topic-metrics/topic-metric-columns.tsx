import type { TopicFigures, TopicMetric } from '@brokerdeck/contract/diagnose/topic-metrics.ts'
import { formatRate } from '#i18n/format-number.ts'
import type { Column } from '#kit/table/column.ts'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { Amount } from '#ui/amount.tsx'
import { Button } from '#ui/button.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { topicMetrics as m } from '../messages/topic-metrics.ts'

function count(id: keyof TopicFigures, header: string, definition: string): Column<TopicMetric> {
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

function rate(id: keyof TopicFigures, header: string): Column<TopicMetric> {
  return {
    ...count(id, header, m.rateMeaning),
    cell: ({ metrics }) => <Amount value={metrics[id]} format={perSecond} />,
  }
}

export function topicMetricColumns(onView: (shown: TopicMetric) => void): readonly Column<TopicMetric>[] {
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
