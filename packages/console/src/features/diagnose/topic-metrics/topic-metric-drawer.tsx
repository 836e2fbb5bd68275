import {
  type TopicFigures as Figures,
  type TopicMetric,
  topicMetrics,
} from '@brokerdeck/contract/diagnose/topic-metrics.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { describeError, isGone } from '#api/errors.ts'
import { read } from '#api/query.ts'
import { topicMetrics as m } from '#features/diagnose/messages/topic-metrics.ts'
import { formatNumber, formatRate } from '#i18n/format-number.ts'
import { formatClock, formatDateTime } from '#i18n/format-time.ts'
import { alignTracks } from '#kit/chart/align-tracks.ts'
import { createChartStore } from '#kit/chart/chart-store.ts'
import { type Series, TimeSeries } from '#kit/chart/time-series.tsx'
import { DrawerShell } from '#kit/dialogs/drawer-shell.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { Figure, FigureStrip } from '#ui/figure-strip.tsx'
import { PropertyList } from '#ui/property-list.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/states.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { addSample, type QosChoice, type RateSample, rateTracks, toSampleWindow } from './rate-samples.ts'
import classes from './topic-metric-drawer.module.css'

const series: readonly Series[] = [
  { label: m.in, color: 'c1' },
  { label: m.out, color: 'c2' },
  { label: m.dropped, color: 'c4' },
]

/** The polling interval while the drawer is open, in seconds. */
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
          {data !== undefined && <MetricsHistory metric={data} answeredAt={dataUpdatedAt} />}
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

interface MetricsHistoryProps {
  readonly metric: TopicMetric
  readonly answeredAt: number
}

function MetricsHistory({ metric, answeredAt }: MetricsHistoryProps) {
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

interface TopicFiguresProps {
  readonly figures: Figures
  readonly sampledAt: number
  readonly qos: QosChoice
}

/** Shows incoming messages, outgoing messages, and messages without a subscriber, as totals and as rates. */
function TopicFigures({ figures, sampledAt, qos }: TopicFiguresProps) {
  const part = qos === 'all' ? 'messages' : (`messages.qos${qos}` as const)
  const shared = { sampledAt: formatClock(sampledAt) }
  const toRates = (way: 'in' | 'out') => ({
    value: formatNumber(figures[`${part}.${way}.count`]),
    note: `${formatRate(figures[`${part}.${way}.rate`])}${m.perSecond}`,
  })
  const dropped =
    qos === 'all'
      ? {
          value: formatNumber(figures['messages.dropped.count']),
          note: `${formatRate(figures['messages.dropped.rate'])}${m.perSecond}`,
        }
      : { value: undefined, note: m.notSplit }
  return (
    <FigureStrip label={m.counting}>
      <Figure {...shared} {...toRates('in')} label={m.messagesIn} definition={m.inMeaning} />
      <Figure {...shared} {...toRates('out')} label={m.messagesOut} definition={m.outMeaning} />
      <Figure {...shared} {...dropped} label={m.messagesDropped} definition={m.droppedMeaning} />
    </FigureStrip>
  )
}

interface TopicRatesProps {
  readonly samples: readonly RateSample[]
  readonly qos: QosChoice
  readonly pollSeconds: number
}

/** Draws the rates since the drawer was opened. */
function TopicRates({ samples, qos, pollSeconds }: TopicRatesProps) {
  const [store] = useState(createChartStore)
  const step = pollSeconds * 1000
  const window = toSampleWindow(samples)
  const alignment = useMemo(
    () =>
      alignTracks(rateTracks(samples, qos), { window: toSampleWindow(samples), step, tolerance: 2 * step }),
    [samples, qos, step],
  )
  return (
    <TimeSeries
      title={m.chart}
      unit={m.perSecond}
      series={series.slice(0, alignment.columns.length)}
      alignment={alignment}
      window={window}
      store={store}
    />
  )
}
