import { useEffect, useState } from 'react'
import { formatNumber, formatRate } from '#i18n/format-number.ts'
import { joinSentences } from '#i18n/join-sentences.ts'
import { Sparkline } from '#kit/chart/sparkline.tsx'
import type { Column } from '#kit/table/column.ts'
import { DataTable } from '#kit/table/data-table.tsx'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { Figure } from '#ui/figure.tsx'
import { FigureStrip } from '#ui/figure-strip.tsx'
import { Panel } from '#ui/panel.tsx'
import { addToMinute, type Sample } from './add-to-minute.ts'
import { metricColumns, stateColumn } from './managed-columns.tsx'
import type { Counts, ManagedCounter, ManagedFigures, NodeState } from './managed-resource.ts'
import { managed as m } from './messages.ts'
import classes from './metrics-panel.module.css'

interface MetricsPanelProps<Name extends string> {
  readonly figures: ManagedFigures<Name>
  /** When they came, in epoch milliseconds. */
  readonly readAt: number
  readonly counters: readonly ManagedCounter<Name>[]
  readonly rateDefinition: string | undefined
}

interface NodeRow<Name extends string> {
  readonly node: string
  readonly state: NodeState | undefined
  readonly metrics: Counts<Name>
}

function columnsOf<Name extends string>({
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

/** What was counted of one, and how fast: in the cluster, and on each node. */
export function MetricsPanel<Name extends string>(props: MetricsPanelProps<Name>) {
  const { figures, readAt, counters, rateDefinition = m.rateDefinition } = props
  const { state, metrics } = figures
  const trend = useLastMinute(metrics?.cluster.rate ?? 0, readAt)
  if (metrics === undefined) return null
  const { cluster, nodes, more } = metrics
  const rows = nodes.map((one) => ({ ...one, state: state?.nodes.find(({ node }) => node === one.node) }))
  const { rate, rate_last5m: mean, rate_max: highest } = cluster
  const [first, ...groups] = new Set(counters.map(({ group }) => group))
  const ofGroup = (wanted: string | undefined) =>
    counters
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
          note={`${m.rateMean(formatRate(mean))} · ${m.rateMax(formatRate(highest))}`}
        />
      </FigureStrip>
      {groups.map((group) => (
        <FigureStrip key={group} label={group ?? m.figures}>
          {ofGroup(group)}
        </FigureStrip>
      ))}
      {more}
      <Panel title={m.byNode}>
        <DataTable
          label={m.byNode}
          columns={columnsOf(props)}
          rowKey={({ node }) => node}
          query={{ rows, isPending: false, isFetching: false, refetch: () => undefined }}
          fit="part"
        />
      </Panel>
    </div>
  )
}

/** What a figure that is read again and again was in the last minute, as far as it was looked at. */
function useLastMinute(value: number, readAt: number): readonly number[] {
  const [samples, setSamples] = useState<readonly Sample[]>([])
  useEffect(() => setSamples((before) => addToMinute(before, { at: readAt, value })), [value, readAt])
  return samples.map((sample) => sample.value)
}
