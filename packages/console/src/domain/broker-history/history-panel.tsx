import IconZoomReset from '@tabler/icons-react/dist/esm/icons/IconZoomReset.mjs'
import { type ReactNode, useMemo, useState, useSyncExternalStore } from 'react'
import { describeError } from '#api/describe-problem.ts'
import { formatDateTime, formatDuration, formatZone } from '#i18n/format-time.ts'
import { ChartGrid } from '#kit/chart/chart-grid.tsx'
import { createChartStore } from '#kit/chart/chart-store.ts'
import { TimeSeries } from '#kit/chart/time-series.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Panel } from '#ui/panel.tsx'
import { historyCharts, mostNodesInChart } from './history-charts.ts'
import classes from './history-panel.module.css'
import { bucketOf, type HistoryRange } from './history-ranges.ts'
import { historyWindow } from './history-tracks.ts'
import { m } from './messages.ts'
import { RangePicker } from './range-picker.tsx'
import { useHistory, useHistoryByNode } from './use-history.ts'

const titles: Record<HistoryRange, string> = {
  '1h': m.last1h,
  '6h': m.last6h,
  '12h': m.last12h,
  '1d': m.last1d,
  '3d': m.last3d,
  '7d': m.last7d,
}

export interface LabelledNode {
  readonly node: string
  readonly label: string
}

interface HistoryPanelProps {
  readonly range: HistoryRange
  readonly onRange: (range: HistoryRange) => void
  /** One node instead of the cluster. */
  readonly node?: string | undefined
  /** The nodes of the cluster in their order, for the chart by node. */
  readonly nodes?: readonly LabelledNode[]
  readonly actions?: ReactNode
}

/** What the cluster or a node did, in charts that share crosshair and zoom. */
export function HistoryPanel({ range, onRange, node, nodes = [], actions }: HistoryPanelProps) {
  const [store] = useState(createChartStore)
  const { zoom } = useSyncExternalStore(store.subscribe, store.get)
  const history = useHistory(range, node)
  const parted = node === undefined && nodes.length > 1 && nodes.length <= mostNodesInChart ? nodes : []
  const nodeHistories = useHistoryByNode(
    range,
    parted.map((each) => each.node),
  )
  const { data, dataUpdatedAt } = history
  const window = useMemo(
    () => historyWindow(data?.samples ?? [], range, dataUpdatedAt || Date.now()),
    [data, range, dataUpdatedAt],
  )
  const charts = useMemo(
    () =>
      historyCharts(
        data,
        // A stopped node answers 404: it has no line, the others keep theirs.
        parted.map(({ label }, i) => ({
          label,
          history: nodeHistories[i]?.data ?? (nodeHistories[i]?.isError ? 'none' : undefined),
        })),
        range,
        window,
      ),
    [data, parted, nodeHistories, range, window],
  )
  const pickRange = (next: HistoryRange) => {
    store.set({ zoom: undefined, crosshair: undefined })
    onRange(next)
  }

  return (
    <Panel
      title={titles[range]}
      caption={
        zoom
          ? m.showingPart(formatDateTime(zoom.from), formatDateTime(zoom.to))
          : m.caption(formatDuration(bucketOf(range)), formatZone(window.to))
      }
      actions={
        <div className={classes['actions']}>
          {zoom && (
            <Button
              size="small"
              icon={<IconZoomReset size={16} stroke={1.5} aria-hidden />}
              onClick={() => store.set({ zoom: undefined })}
            >
              {m.showAll}
            </Button>
          )}
          <RangePicker value={range} onChange={pickRange} />
          {actions}
        </div>
      }
    >
      {history.isError && !data ? (
        <ErrorState
          {...describeError(history.error)}
          title={node === undefined ? m.failed : m.nodeGone(node)}
          onRetry={() => void history.refetch()}
          isRetrying={history.isFetching}
        />
      ) : (
        <ChartGrid>
          {charts.map((chart) => (
            <TimeSeries key={chart.title} {...chart} window={window} store={store} />
          ))}
        </ChartGrid>
      )}
    </Panel>
  )
}
