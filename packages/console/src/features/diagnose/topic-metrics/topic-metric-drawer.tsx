import { type TopicMetric, topicMetrics } from '@brokerdeck/contract/diagnose/topic-metrics.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { describeError } from '#api/describe-problem.ts'
import { isGone } from '#api/is-gone.ts'
import { read } from '#api/query.ts'
import { formatDateTime } from '#i18n/format-time.ts'
import { DrawerShell } from '#kit/dialogs/drawer-shell.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { PropertyList } from '#ui/property-list.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { m } from './messages.ts'
import { addSample, type QosChoice, type RateSample } from './rate-samples.ts'
import { TopicFigures } from './topic-figures.tsx'
import classes from './topic-metric-drawer.module.css'
import { TopicRates } from './topic-rates.tsx'

/** Somebody watches. */
const pollSeconds = 2

interface TopicMetricDrawerProps {
  readonly topic: string
  readonly actions: ReactNode
  readonly onClose: () => void
}

export function TopicMetricDrawer({ topic, actions, onClose }: TopicMetricDrawerProps) {
  const query = useQuery({
    ...read(topicMetrics.get, { params: { topic } }, { pollSeconds }),
    gcTime: 0,
  })
  const { data, error, dataUpdatedAt, refetch, isFetching } = query
  return (
    <DrawerShell title={visibleText(topic, 80)} isOpen onClose={onClose} size={720} footer={actions}>
      {isGone(error) ? (
        <EmptyState title={m.gone}>{m.goneText}</EmptyState>
      ) : (
        <>
          {error !== null && (
            <ErrorState {...describeError(error)} onRetry={() => void refetch()} isRetrying={isFetching} />
          )}
          {data !== undefined && <Course metric={data} answeredAt={dataUpdatedAt} />}
          {data === undefined && error === null && (
            <div role="status" aria-label={m.loading} aria-busy="true">
              <Skeleton height={240} />
            </div>
          )}
        </>
      )}
    </DrawerShell>
  )
}

const qosOptions: readonly { readonly value: QosChoice; readonly label: string }[] = [
  { value: 'all', label: m.allQos },
  { value: 0, label: '0' },
  { value: 1, label: '1' },
  { value: 2, label: '2' },
]

interface CourseProps {
  readonly metric: TopicMetric
  readonly answeredAt: number
}

function Course({ metric, answeredAt }: CourseProps) {
  const { topic, metrics: figures, create_time: created, reset_time: reset } = metric
  const [qos, setQos] = useState<QosChoice>('all')
  const [samples, setSamples] = useState<readonly RateSample[]>([])
  const now = addSample(samples, { at: answeredAt, figures })
  if (now !== samples) setSamples(now)
  return (
    <div className={classes['course']}>
      <div className={classes['choice']}>
        <span>{m.qos}</span>
        <Segmented label={m.qos} value={qos} options={qosOptions} onChange={setQos} />
      </div>
      <TopicFigures figures={figures} sampledAt={answeredAt} qos={qos} />
      <TopicRates samples={now} qos={qos} pollSeconds={pollSeconds} />
      <p className={classes['note']}>{m.chartNote}</p>
      <PropertyList
        groups={[
          {
            properties: [
              { label: m.topic, value: <Verbatim text={topic} mono wrap />, copy: topic },
              { label: m.since, definition: m.sinceMeaning, value: formatDateTime(created) },
              {
                label: m.resetAt,
                definition: m.resetMeaning,
                value:
                  reset === undefined ? <span className="dim">{m.resetUnknown}</span> : formatDateTime(reset),
              },
            ],
          },
        ]}
      />
    </div>
  )
}
