import type { Alarm } from '@brokerdeck/contract/monitoring/alarms.ts'
import { monitor } from '@brokerdeck/contract/monitoring/monitor.ts'
import IconEraser from '@tabler/icons-react/dist/esm/icons/IconEraser.mjs'
import { useMutation, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo } from 'react'
import * as v from 'valibot'
import { describeError } from '#api/errors.ts'
import { read, whyNoWrite, write } from '#api/query.ts'
import { useSampledAt } from '#api/sampled-at.ts'
import { activeAlarmsQuestion } from '#domain/alarm/active-alarms-question.ts'
import { alarmTitle } from '#domain/alarm/alarm-title.ts'
import { nodeColumns } from '#domain/cluster-node/node-columns.tsx'
import { isRunning } from '#domain/cluster-node/node-versions.ts'
import type { ClusterNode } from '#domain/cluster-node/seen-nodes.ts'
import { shortNodeName, useClusterNodes } from '#domain/cluster-node/use-cluster-nodes.ts'
import { BrokerFigures } from '#features/monitoring/broker-history/broker-figures.tsx'
import { HistoryPanel, useHistory } from '#features/monitoring/broker-history/history-panel.tsx'
import { defaultRange, historyRanges } from '#features/monitoring/broker-history/history-ranges.ts'
import { dropsPollSeconds, useDrops } from '#features/monitoring/broker-history/use-drops.ts'
import { overview as m } from '#features/monitoring/messages/overview.ts'
import { NodePicker } from '#features/monitoring/node-picker/node-picker.tsx'
import { formatNumber } from '#i18n/format-number.ts'
import { formatDuration } from '#i18n/format-time.ts'
import { confirm } from '#kit/dialogs/confirm.tsx'
import { notify } from '#kit/dialogs/notify.tsx'
import { Link, useUrlSearch } from '#kit/page/link.tsx'
import { Page } from '#kit/page/page.tsx'
import type { TableQuery } from '#kit/table/column.ts'
import { DataTable } from '#kit/table/data-table.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { linkTo } from '#routes/routes.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Tag } from '#ui/marks.tsx'
import { Panel } from '#ui/panel.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { ErrorState, type ProblemView, Skeleton } from '#ui/states.tsx'
import { StatusShape } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import classes from './overview-page.module.css'
import { pollSeconds } from './overview-polls.ts'

const shown = ['node', 'status', 'role', 'connections', 'memory', 'load', 'uptime']

const columns = nodeColumns.filter(({ id }) => shown.includes(id))

/**
 * The search parameters of the charts: `?range=6h&node=mq-1@10.20.0.11`. The figures are always those of the cluster.
 */
const overviewSearchSchema = v.object({
  range: v.fallback(v.optional(v.picklist(historyRanges), defaultRange), defaultRange),
  node: v.fallback(v.optional(v.string()), undefined),
})

/** The health checks need half of the contract, so they are loaded lazily and send their requests last. */
const HealthStrip = lazy(async () => ({ default: (await import('./health-strip.tsx')).HealthStrip }))

const alarmsShown = 20

/** Shows the state of the cluster now and its history over the last days. */
export function OverviewPage() {
  const [{ range, node }, setSearch] = useUrlSearch('overview', overviewSearchSchema)
  const currentQuery = useQuery(read(monitor.current, {}, { pollSeconds: pollSeconds.current }))
  const { query: nodesQuery, list, reported } = useClusterNodes()
  const drops = useDrops(undefined)
  const alarmsQuery = useQuery(read(...activeAlarmsQuestion, { pollSeconds: pollSeconds.alarms }))
  const lastHour = useHistory('1h', undefined)
  const sampled = useSampledAt(currentQuery, pollSeconds.current)
  const dropsSampled = useSampledAt(drops, dropsPollSeconds)

  const current = currentQuery.data
  const running = list?.filter(isRunning) ?? []
  const active = alarmsQuery.data?.data.slice(0, alarmsShown)
  const activeCount = alarmsQuery.data?.meta.count ?? alarmsQuery.data?.data.length ?? 0
  const labelled = useMemo(() => {
    const names = list?.map((each) => each.node) ?? []
    return (list ?? []).map((each) => ({
      node: each.node,
      label: visibleText(shortNodeName(each.node, names)),
      isAway: !isRunning(each),
    }))
  }, [list])

  return (
    <Page
      title={m.title}
      summary={
        list &&
        m.summary(
          running.length,
          list.length,
          formatDuration(Math.max(0, ...running.map(({ uptime }) => uptime))),
        )
      }
    >
      <div className={classes['stack']}>
        <Suspense fallback={<div className={classes['strip']} />}>
          <HealthStrip isTheirTurn={currentQuery.isFetched && lastHour.isFetched} />
        </Suspense>
        <BrokerFigures
          label={m.figures}
          current={current}
          {...sampled}
          drops={drops.data}
          dropsSampled={dropsSampled}
          scope={list && m.scope(running.length, list.length)}
          lastHour={lastHour.data}
        />
        <div className={classes['split']}>
          <NodesPanel
            query={{
              rows: list,
              isPending: nodesQuery.isPending,
              isFetching: nodesQuery.isFetching,
              problem: nodesQuery.error ? describeError(nodesQuery.error) : undefined,
              refetch: () => void nodesQuery.refetch(),
            }}
          />
          <AlarmsPanel
            alarms={active}
            count={activeCount}
            problem={alarmsQuery.error ? describeError(alarmsQuery.error) : undefined}
            onRetry={() => void alarmsQuery.refetch()}
          />
        </div>
        <HistoryPanel
          range={range}
          onRange={(next) => setSearch({ range: next === defaultRange ? undefined : next })}
          node={node}
          nodes={labelled}
          drops={drops.data}
          actions={
            <>
              <NodePicker nodes={reported} value={node} onChange={(next) => setSearch({ node: next })} />
              <ResetHistory />
            </>
          }
        />
      </div>
    </Page>
  )
}

/** Lists the nodes of the cluster. */
function NodesPanel({ query }: { readonly query: TableQuery<ClusterNode> }) {
  const running = query.rows?.filter(isRunning).length ?? 0
  const away = (query.rows?.length ?? 0) - running
  return (
    <Panel
      title={m.nodes}
      {...(query.rows ? { caption: m.nodesCaption(running, away) } : {})}
      actions={<Link to={linkTo('nodes')}>{m.allNodes}</Link>}
    >
      <DataTable label={m.nodes} columns={columns} rowKey={({ node }) => node} query={query} />
    </Panel>
  )
}

/** Deletes the history of all nodes after a confirmation. */
function ResetHistory() {
  const reset = useMutation(write(monitor.clear))
  const ask = async () => {
    const isSure = await confirm({
      title: m.resetTitle,
      body: m.resetBody,
      action: m.resetAction,
      interrupts: 'nothing',
      danger: true,
    })
    if (!isSure) return
    reset.mutate(
      {},
      {
        onSuccess: () => notify.success(m.resetDone),
        onError: (error) => notify.failure(describeError(error).title, describeError(error).detail),
      },
    )
  }
  return (
    <>
      {reset.error && <Tag tone="bad">{describeError(reset.error).title}</Tag>}
      <IconButton variant="outlined" label={m.reset} disabledReason={whyNoWrite()} onClick={() => void ask()}>
        <IconEraser size={16} stroke={1.5} aria-hidden />
      </IconButton>
    </>
  )
}

interface AlarmsPanelProps {
  readonly alarms: readonly Alarm[] | undefined
  /** The number of all active alarms, if there are more than are listed. */
  readonly count: number
  readonly problem: ProblemView | undefined
  readonly onRetry: () => void
}

/** Lists the active alarms of the broker. */
export function AlarmsPanel({ alarms, count, problem, onRetry }: AlarmsPanelProps) {
  return (
    <Panel
      title={m.alarms}
      {...(alarms ? { caption: formatNumber(count) } : {})}
      actions={<Link to={linkTo('alarms')}>{m.allAlarms}</Link>}
      className={classes['panel']}
    >
      {!alarms && problem && <ErrorState {...problem} onRetry={onRetry} />}
      {!alarms && !problem && (
        <div className={classes['quiet']} aria-busy>
          <Skeleton height={54} />
        </div>
      )}
      {alarms?.length === 0 && <p className={classes['quiet']}>{m.noAlarms}</p>}
      {alarms && alarms.length > 0 && (
        <ul className={classes['alarms']}>
          {alarms.map((alarm) => (
            <li key={`${alarm.node} ${alarm.name}`}>
              <StatusShape kind="warn" coloured />
              <span className={classes['since']}>
                <RelativeTime at={alarm.activate_at} />
              </span>
              <b>{alarmTitle(alarm) ?? <Verbatim text={alarm.name} />}</b>
              <p className="mono">
                <Verbatim text={`${alarm.node}: ${alarm.message}`} focusable />
              </p>
            </li>
          ))}
        </ul>
      )}
      {alarms && count > alarms.length && (
        <p className={classes['quiet']}>{m.moreAlarms(count - alarms.length)}</p>
      )}
    </Panel>
  )
}
