import { lazy, type ReactNode, Suspense, useMemo } from 'react'
import { formatNumber, formatRate } from '#i18n/format-number.ts'
import { joinSentences } from '#i18n/sentences.ts'
import { Sparkline } from '#kit/chart/sparkline.tsx'
import type { Column } from '#kit/table/column.ts'
import { DataTable } from '#kit/table/data-table.tsx'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { Figure, FigureStrip } from '#ui/figure-strip.tsx'
import { Panel } from '#ui/panel.tsx'
import { Skeleton } from '#ui/states.tsx'
import { metricColumns, stateColumn, withGroups } from './managed-columns.tsx'
import type { Counts, ManagedCounter, ManagedFigures, NodeState } from './managed-resource.ts'
import { managed as m } from './messages.ts'
import type { MetricsSample } from './metrics-history.ts'
import classes from './metrics-panel.module.css'

/** The chart library is loaded lazily, so that the figures are shown first. */
const MetricsChart = lazy(async () => ({ default: (await import('./metrics-chart.tsx')).MetricsChart }))

interface MetricsPanelProps<Name extends string> {
  readonly figures: ManagedFigures<Name>
  /** The time of the response, in epoch milliseconds. */
  readonly readAt: number
  readonly counters: readonly ManagedCounter<Name>[]
  readonly rateDefinition: string
  /** The samples since the page was opened. */
  readonly samples: readonly MetricsSample<Name>[]
  /** The buttons at the right of the node list. */
  readonly actions: ReactNode
}

interface NodeRow<Name extends string> {
  readonly node: string
  readonly state: NodeState | undefined
  readonly metrics: Counts<Name>
}

function buildColumns<Name extends string>({
  counters,
  rateDefinition,
  figures: { state },
}: MetricsPanelProps<Name>): readonly Column<NodeRow<Name>>[] {
  return [
    verbatimColumn('node', m.node, ({ node }) => node, { always: true, phone: 'name', width: 240 }),
    ...(state === undefined ? [] : [stateColumn(({ state: one }: NodeRow<Name>) => one)]),
    ...metricColumns(
      counters.map(({ isExtra, ...shown }) => shown),
      ({ metrics }: NodeRow<Name>) => metrics,
      'count-and-rate',
      rateDefinition,
    ),
  ]
}

const MINUTE = 60_000

/** Shows the counters and rates of an item, in the cluster and on each node. */
export function MetricsPanel<Name extends string>(props: MetricsPanelProps<Name>) {
  const { figures, readAt, counters, samples, actions, rateDefinition } = props
  const { state, metrics } = figures
  const charted = useMemo(
    () =>
      withGroups(counters).flatMap(({ color, ...one }) => (color === undefined ? [] : [{ ...one, color }])),
    [counters],
  )
  if (metrics === undefined) return null
  const { cluster, nodes, more } = metrics
  const trend = samples.flatMap(({ at, counts }) => (at >= readAt - MINUTE ? [counts.rate] : []))
  const rows = nodes.map((one) => ({ ...one, state: state?.nodes.find(({ node }) => node === one.node) }))
  const { rate, rate_last5m: mean, rate_max: highest } = cluster
  const [first, ...groups] = new Set(counters.map(({ group }) => group))
  const ofGroup = (wanted: string | undefined) =>
    withGroups(counters)
      .filter(({ group }) => group === wanted)
      .map(({ name, label, definition }) => (
        <Figure key={name} label={label} definition={definition} value={formatNumber(cluster[name])} />
      ))
  return (
    <div className={classes['stack']}>
      <FigureStrip label={first ?? m.figures}>
        {ofGroup(first)}
        <Figure
          label={m.rate}
          definition={joinSentences(rateDefinition, m.rateTrend)}
          sparkline={<Sparkline samples={trend} />}
          value={formatRate(rate)}
          unit={m.perSecond}
          note={[
            ...(mean === undefined ? [] : [m.rateMean(formatRate(mean))]),
            m.rateMax(formatRate(highest)),
          ].join(' · ')}
        />
      </FigureStrip>
      {groups.map((group) => (
        <FigureStrip key={group} label={group ?? m.figures}>
          {ofGroup(group)}
        </FigureStrip>
      ))}
      {more}
      {charted.length > 0 && (
        <Suspense fallback={<Skeleton height={240} />}>
          <MetricsChart samples={samples} series={charted} />
        </Suspense>
      )}
      <Panel title={m.byNode} actions={actions}>
        <DataTable
          label={m.byNode}
          columns={buildColumns(props)}
          rowKey={({ node }) => node}
          query={{ rows, isPending: false, isFetching: false, refetch: () => undefined }}
        />
      </Panel>
    </div>
  )
}
