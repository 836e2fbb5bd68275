import { type MonitorSample, monitor } from '@brokerdeck/contract/monitoring/monitor.ts'
import IconZoomReset from '@tabler/icons-react/dist/esm/icons/IconZoomReset.mjs'
import { type QueryFunctionContext, queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState, useSyncExternalStore } from 'react'
import { describeError } from '#api/errors.ts'
import { request } from '#api/http.ts'
import { polling } from '#api/query.ts'
import { brokerHistory as m } from '#features/monitoring/messages/metrics.ts'
import { formatClock, formatDateTime, formatDuration, formatZone } from '#i18n/format-time.ts'
import { ChartGrid } from '#kit/chart/chart-grid.tsx'
import { createChartStore } from '#kit/chart/chart-store.ts'
import { TimeSeries } from '#kit/chart/time-series.tsx'
import { Button } from '#ui/button.tsx'
import { Definition } from '#ui/definition.tsx'
import { Panel } from '#ui/panel.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { ErrorState } from '#ui/states.tsx'
import { StatusShape } from '#ui/status.tsx'
import type { DropLog } from './drop-log.ts'
import { historyCharts, mostNodesInChart } from './history-charts.ts'
import classes from './history-panel.module.css'
import {
  fineBucket,
  getBucketMs,
  getPollSeconds,
  getRangeSeconds,
  type HistoryRange,
  historyRanges,
  pollSecondsByNode,
} from './history-ranges.ts'
import { historyWindow } from './history-tracks.ts'
import {
  hasFigures,
  joinHistory,
  type KnownHistory,
  newestBucketSeconds,
  secondsToAsk,
  wholeHistory,
} from './known-history.ts'
import { type Absence, nodeAbsences } from './node-absences.ts'

const labels: Record<HistoryRange, string> = {
  '1h': m.short1h,
  '6h': m.short6h,
  '12h': m.short12h,
  '1d': m.short1d,
  '3d': m.short3d,
  '7d': m.short7d,
}

const titles: Record<HistoryRange, string> = {
  '1h': m.last1h,
  '6h': m.last6h,
  '12h': m.last12h,
  '1d': m.last1d,
  '3d': m.last3d,
  '7d': m.last7d,
}

interface LabelledNode {
  readonly node: string
  readonly label: string
  /** True for a node that is stopped or no longer listed. */
  readonly isAway: boolean
}

interface HistoryPanelProps {
  readonly range: HistoryRange
  readonly onRange: (range: HistoryRange) => void
  /** The node to show instead of the cluster. */
  readonly node?: string | undefined
  /** The nodes of the cluster in their order, for the chart by node. */
  readonly nodes?: readonly LabelledNode[]
  readonly drops: DropLog | undefined
  readonly actions?: ReactNode
}

/** Shows the history of the cluster or of a node in charts that share a crosshair and a zoom. */
export function HistoryPanel(props: HistoryPanelProps) {
  const { range, onRange, node, nodes = [], drops, actions } = props
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
  const byNode = useMemo(
    () =>
      parted.map(({ label, isAway }, i) => ({
        label,
        isAway,
        // A stopped node answers 404: it gets no line, and the other nodes keep theirs.
        history: nodeHistories[i]?.data ?? (nodeHistories[i]?.isError ? ('none' as const) : undefined),
      })),
    [parted, nodeHistories],
  )
  const charts = useMemo(
    () => historyCharts(data, byNode, drops, range, window),
    [data, byNode, drops, range, window],
  )
  const absences = useMemo(() => nodeAbsences(byNode, range, window), [byNode, range, window])
  const partial = useMemo(
    () => absences.map(({ label, ...span }) => ({ ...span, label: m.without(label) })),
    [absences],
  )
  const isYoung = window.to - window.from < getRangeSeconds(range) * 1000
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
          : isYoung
            ? m.captionSince(formatDuration(getBucketMs(range)), formatZone(window.to), formatBegin(window))
            : m.caption(formatDuration(getBucketMs(range)), formatZone(window.to))
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
        <>
          <HistoryNotes absences={absences} drops={drops} />
          <ChartGrid>
            {charts.map(({ isByNode, ...chart }) => (
              <TimeSeries
                key={chart.title}
                {...chart}
                {...(isByNode ? {} : { partial })}
                window={window}
                store={store}
              />
            ))}
          </ChartGrid>
        </>
      )}
    </Panel>
  )
}

interface RangePickerProps {
  readonly value: HistoryRange
  readonly onChange: (range: HistoryRange) => void
}

function RangePicker({ value, onChange }: RangePickerProps) {
  const options = historyRanges.map((range) => ({ value: range, label: labels[range] }))
  return <Segmented label={m.range} value={value} options={options} onChange={onChange} />
}

interface HistoryNotesProps {
  readonly absences: readonly Absence[]
  readonly drops: DropLog | undefined
}

/** Lists what the charts do not show, and for which period. */
function HistoryNotes({ absences, drops }: HistoryNotesProps) {
  return (
    <ul className={classes['notes']}>
      {absences.map(({ label, from, to, isWhole }) => (
        <li key={`${label} ${from}`}>
          <StatusShape kind="warn" coloured />
          {isWhole ? m.lacksAll(label) : m.lacks(label, formatDateTime(from), formatDateTime(to))}
        </li>
      ))}
      {drops && (
        <li>
          <Definition definition={m.beganToCountMeaning}>
            {m.beganToCount(formatClock(drops.beganAt))}
          </Definition>
        </li>
      )}
    </ul>
  )
}

function formatBegin({ from, to }: { readonly from: number; readonly to: number }): string {
  const isToday = new Date(from).toDateString() === new Date(to).toDateString()
  return isToday ? formatClock(from) : formatDateTime(from)
}

const firstPollSeconds = 5

/** Returns the history of the cluster, or of one node. */
export function useHistory(range: HistoryRange, node: string | undefined) {
  return useQuery(historyQuery(range, node, getPollSeconds(range)))
}

function useHistoryByNode(range: HistoryRange, nodes: readonly string[]) {
  return useQueries({ queries: nodes.map((node) => historyQuery(range, node, pollSecondsByNode)) })
}

/** Returns query options that request the whole history once, and after that only the new samples. */
function historyQuery(range: HistoryRange, node: string | undefined, pollSeconds: number) {
  const { path } = node === undefined ? monitor.history : monitor.nodeHistory
  const queryKey = [path, { range, node }] as const
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }: QueryFunctionContext): Promise<KnownHistory> => {
      const state = client.getQueryState<KnownHistory>(queryKey)
      const ask = (latest: number) => requestSamples(node, latest, signal, state?.data !== undefined)
      const askedAt = Date.now()
      // After the history was deleted or the connection was lost, the whole history is requested again.
      const seconds =
        state?.data === undefined || state.isInvalidated ? undefined : secondsToAsk(state.data, askedAt)
      if (state?.data !== undefined && seconds !== undefined)
        return joinHistory(state.data, await ask(seconds), range, askedAt)
      const isFine = getBucketMs(range) === fineBucket
      const [whole, fine] = await Promise.all([
        ask(getRangeSeconds(range)),
        isFine ? [] : ask(newestBucketSeconds(range)),
      ])
      return wholeHistory(whole, isFine ? whole : fine, range, askedAt)
    },
    // A broker that has just started takes its first sample soon, so it is polled more often.
    ...polling<KnownHistory>((known) =>
      known === undefined || known.samples.some(hasFigures) ? pollSeconds : firstPollSeconds,
    ),
  })
}

function requestSamples(
  node: string | undefined,
  latest: number,
  signal: AbortSignal,
  isSilent: boolean,
): Promise<readonly MonitorSample[]> {
  const { history, nodeHistory } = monitor
  const query = { latest }
  const options = { signal, isSilent }
  return node === undefined
    ? request(history, { query }, options)
    : request(nodeHistory, { params: { node }, query }, options)
}
