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
import { accessChain as m } from '../messages/access.ts'
import { addToMinute, type Sample } from './add-to-minute.ts'
import type { ChainCount } from './chain.ts'
import { figureColumns, stateColumn } from './chain-figure-columns.tsx'
import classes from './chain-metrics.module.css'
import type { ChainFigures, ChainStatus } from './chain-status.ts'

interface ChainMetricsProps<Count extends string> {
  readonly status: ChainFigures<Count>
  /** When the status came, in epoch milliseconds. */
  readonly readAt: number
  readonly counts: readonly ChainCount<Count>[]
}

interface NodeRow<Count extends string> {
  readonly node: string
  readonly status: ChainStatus['status'] | undefined
  readonly metrics: ChainFigures<Count>['metrics']
}

function columnsOf<Count extends string>(
  counts: readonly ChainCount<Count>[],
): readonly Column<NodeRow<Count>>[] {
  return [
    verbatimColumn('node', m.node, ({ node }) => node, { always: true, phone: 'name', width: 240 }),
    stateColumn(({ status }) => status),
    ...figureColumns(
      counts.map(({ isExtra, ...shown }) => shown),
      ({ metrics }: NodeRow<Count>) => metrics,
      'count-and-rate',
    ),
  ]
}

/** How often one of a chain was asked and what it said: of the cluster, and of each node. */
export function ChainMetrics<Count extends string>({ status, readAt, counts }: ChainMetricsProps<Count>) {
  const { metrics, node_metrics, node_status } = status
  const trend = useLastMinute(metrics.rate, readAt)
  const rows = node_metrics.map((one) => ({
    ...one,
    status: node_status.find(({ node }) => node === one.node)?.status,
  }))
  return (
    <div className={classes['stack']}>
      <FigureStrip label={m.figures}>
        {counts.map(({ name, label, definition }) => (
          <Figure key={name} label={label} definition={definition} value={formatNumber(metrics[name])} />
        ))}
        <Figure
          label={m.rate}
          definition={joinSentences(m.rateDefinition, m.rateTrend)}
          sparkline={<Sparkline samples={trend} />}
          value={formatRate(metrics.rate)}
          unit={m.perSecond}
          note={`${m.rateMean(formatRate(metrics.rate_last5m))} · ${m.rateMax(formatRate(metrics.rate_max))}`}
        />
      </FigureStrip>
      <BackendFigures metrics={status.resource_metrics} />
      <Panel title={m.byNode}>
        <DataTable
          label={m.byNode}
          columns={columnsOf(counts)}
          rowKey={({ node }) => node}
          query={{ rows, isPending: false, isFetching: false, refetch: () => undefined }}
          fit="part"
        />
      </Panel>
    </div>
  )
}

/** What was asked of an external system; those that ask none have no such figures. */
function BackendFigures({ metrics }: { readonly metrics: ChainFigures<never>['resource_metrics'] }) {
  if (metrics.matched === undefined) return null
  return (
    <FigureStrip label={m.backend}>
      <Figure
        label={m.requests}
        definition={m.requestsDefinition}
        value={formatNumber(metrics.matched)}
        note={m.rateMean(formatRate(metrics.rate_last5m))}
      />
      <Figure label={m.answered} definition={m.answeredDefinition} value={formatNumber(metrics.success)} />
      <Figure label={m.unanswered} definition={m.unansweredDefinition} value={formatNumber(metrics.failed)} />
    </FigureStrip>
  )
}

/** What a figure that is read again and again was in the last minute, as far as it was looked at. */
function useLastMinute(value: number, readAt: number): readonly number[] {
  const [samples, setSamples] = useState<readonly Sample[]>([])
  useEffect(() => setSamples((before) => addToMinute(before, { at: readAt, value })), [value, readAt])
  return samples.map((sample) => sample.value)
}
