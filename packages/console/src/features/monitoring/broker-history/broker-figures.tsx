import type { MonitorCurrent } from '@brokerdeck/contract/monitoring/monitor.ts'
import type { ReactNode } from 'react'
import type { Sampled } from '#api/sampled-at.ts'
import { brokerHistory as m } from '#features/monitoring/messages/metrics.ts'
import { formatNumber, formatPercent, formatRate } from '#i18n/format-number.ts'
import { formatClock, formatDuration } from '#i18n/format-time.ts'
import { usualStep } from '#kit/chart/align-tracks.ts'
import { Sparkline } from '#kit/chart/sparkline.tsx'
import { Link } from '#kit/page/link.tsx'
import { linkTo } from '#routes/routes.ts'
import { Figure, FigureStrip } from '#ui/figure-strip.tsx'
import {
  type DropCounts,
  type DropLog,
  dropRates,
  dropReasons,
  dropWords,
  mainReason,
  sumDropCounts,
} from './drop-log.ts'
import { type HistoryMeasure, historyTrack } from './history-tracks.ts'
import type { KnownHistory } from './known-history.ts'

/** The fields that the responses for the cluster and for one node have in common. */
type Current = Pick<
  MonitorCurrent,
  | 'connections'
  | 'live_connections'
  | 'received_msg_rate'
  | 'sent_msg_rate'
  | 'dropped_msg_rate'
  | 'subscriptions'
  | 'shared_subscriptions'
  | 'topics'
  | 'retained_msg_count'
>

interface BrokerFiguresProps {
  /** The label of the figure strip for assistive technology. */
  readonly label: string
  readonly current: Current | undefined
  readonly sampledAt: number | undefined
  readonly isStale: boolean
  readonly scope: string | undefined
  readonly drops: DropLog | undefined
  readonly dropsSampled: Sampled
  /** The node to show instead of the cluster. The links of the figures then lead to lists of this node. */
  readonly node?: string | undefined
  /** The history of the last hour, for the sparklines. */
  readonly lastHour: KnownHistory | undefined
}

function rate(value: number | undefined): string | undefined {
  return value === undefined ? undefined : formatRate(value)
}

function count(value: number | undefined): string | undefined {
  return value === undefined ? undefined : formatNumber(value)
}

/** Shows the current figures of the cluster or of a node. */
export function BrokerFigures(props: BrokerFiguresProps) {
  const { label, current, sampledAt, isStale, scope, lastHour, drops, dropsSampled, node } = props
  const shared = { scope, ...formatAge({ sampledAt, isStale }) }
  const ofNode = node === undefined ? {} : { node }
  const getHistory = (measure: HistoryMeasure) => recentHistory(lastHour, measure)
  const spark = (measure: HistoryMeasure) => ({
    sparkline: <Sparkline samples={getHistory(measure).values} />,
  })
  const formatPeak = (measure: HistoryMeasure, now = 0) => {
    const { peak } = getHistory(measure)
    // The history lags behind by up to one sample, so a peak below the current value is not shown.
    return peak && peak.value > now && m.peak(rate(peak.value) ?? '', formatClock(peak.time).slice(0, 5))
  }
  const ratio =
    current && current.received_msg_rate > 0 ? current.sent_msg_rate / current.received_msg_rate : undefined
  const rates = dropRates(drops)
  return (
    <FigureStrip label={label}>
      <Figure
        {...shared}
        {...spark('live_connections')}
        label={m.liveConnections}
        definition={m.liveConnectionsMeaning}
        value={count(current?.live_connections)}
        note={current && m.ofSessions(formatNumber(current.connections))}
        link={(value) => <Link to={linkTo('clients', { conn_state: 'connected', ...ofNode })}>{value}</Link>}
      />
      <Figure
        {...shared}
        {...spark('received')}
        label={m.messagesIn}
        definition={m.messagesInMeaning}
        value={rate(current?.received_msg_rate)}
        unit={m.perSecond}
        note={formatPeak('received', current?.received_msg_rate)}
      />
      <Figure
        {...shared}
        {...spark('sent')}
        label={m.messagesOut}
        definition={m.messagesOutMeaning}
        value={rate(current?.sent_msg_rate)}
        unit={m.perSecond}
        note={ratio !== undefined && m.perMessageIn(formatNumber(ratio, 2))}
      />
      <Figure
        scope={scope}
        {...formatAge(dropsSampled)}
        sparkline={<Sparkline samples={dropHistory(drops)} />}
        label={m.dropped}
        definition={m.droppedMeaning}
        value={rates && rate(sumDropCounts(rates, dropReasons))}
        unit={m.perSecond}
        note={rates && describeMainReason(rates)}
        link={(value) => <Link to={linkTo('metrics', { search: 'dropped', ...ofNode })}>{value}</Link>}
      />
      <Figure
        {...shared}
        {...spark('subscriptions')}
        label={m.subscriptions}
        definition={m.subscriptionsMeaning}
        value={count(current?.subscriptions)}
        note={current && <SharedAndTopics current={current} />}
        link={(value) => <Link to={linkTo('subscriptions', ofNode)}>{value}</Link>}
      />
      <Figure
        {...shared}
        label={m.retained}
        definition={m.retainedMeaning}
        value={count(current?.retained_msg_count)}
        note={m.retainedNote}
      />
    </FigureStrip>
  )
}

function formatAge({ sampledAt, isStale }: Sampled) {
  return {
    sampledAt: sampledAt === undefined ? undefined : formatClock(sampledAt),
    staleFor: isStale && sampledAt !== undefined ? formatDuration(Date.now() - sampledAt, 1) : undefined,
  }
}

/** Returns a text such as `71 % queue full`. */
function describeMainReason(rates: DropCounts): string {
  const reason = mainReason(rates)
  if (reason === undefined) return m.nothingDropped
  return m.droppedMainly(formatPercent(rates[reason] / sumDropCounts(rates, dropReasons)), dropWords[reason])
}

function SharedAndTopics({ current }: { readonly current: Current }): ReactNode {
  return (
    <Link to={linkTo('topics')}>
      {m.sharedAndTopics(formatNumber(current.shared_subscriptions), formatNumber(current.topics))}
    </Link>
  )
}

interface MetricsHistory {
  readonly values: readonly number[]
  readonly peak: { readonly value: number; readonly time: number } | undefined
}

// The maximum number of points that fits in a sparkline.
const pointsShown = 60

/** Averages neighbouring values so that at most `most` values are left. */
export function thinOut(values: readonly number[], most: number): readonly number[] {
  const width = Math.ceil(values.length / most)
  if (width <= 1) return values
  return Array.from({ length: Math.ceil(values.length / width) }, (_, i) => {
    const part = values.slice(i * width, (i + 1) * width)
    return part.reduce((sum, value) => sum + value, 0) / part.length
  })
}

/** Returns the drops per second since the console began to count. */
function dropHistory(log: DropLog | undefined): readonly number[] {
  const values = (log?.points ?? []).slice(-pointsShown * 2)
  return thinOut(
    values.map(({ counts, seconds }) => sumDropCounts(counts, dropReasons) / seconds),
    pointsShown,
  )
}

/** Returns the last hour of one figure, with counters per second: the same numbers as in its chart. */
export function recentHistory(history: KnownHistory | undefined, measure: HistoryMeasure): MetricsHistory {
  if (!history) return { values: [], peak: undefined }
  const { kind, points } = historyTrack(history, measure, '1h')
  const known = points.filter((point) => point.value !== undefined && point.value >= 0)
  const step = usualStep(
    known.map(({ time }) => time),
    10_000,
  )
  const scale = kind === 'counter' ? 1000 / step : 1
  const values = known.map(({ value = 0 }) => value * scale)
  const value = Math.max(...values)
  const at = known[values.indexOf(value)]
  return {
    values: thinOut(values, pointsShown),
    peak: at && value > 0 ? { value, time: at.time } : undefined,
  }
}
