import { alarms } from '@brokerdeck/contract/alarms.ts'
import { monitor } from '@brokerdeck/contract/monitor.ts'
import { nodes } from '@brokerdeck/contract/nodes.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { describeError } from '#api/describe-problem.ts'
import { read } from '#api/query.ts'
import { useSampledAt } from '#api/sampled-at.ts'
import { BrokerFigures } from '#domain/broker-history/broker-figures.tsx'
import { HistoryPanel } from '#domain/broker-history/history-panel.tsx'
import { defaultRange } from '#domain/broker-history/history-ranges.ts'
import { useHistory } from '#domain/broker-history/use-history.ts'
import { byNodeName, shortNodeName } from '#domain/cluster-node/node-order.ts'
import { isRunning } from '#domain/cluster-node/node-versions.ts'
import { NodePicker } from '#domain/node-picker/node-picker.tsx'
import { formatDuration } from '#i18n/format-time.ts'
import { Page } from '#kit/page/page.tsx'
import { useUrlSearch } from '#kit/page/use-url-search.ts'
import { visibleText } from '#lib/visible-text.ts'
import { AlarmsPanel } from './alarms-panel.tsx'
import { healthChecks } from './health-checks.ts'
import { HealthStrip } from './health-strip.tsx'
import { m } from './messages.ts'
import { NodesPanel } from './nodes-panel.tsx'
import classes from './overview-page.module.css'
import { pollSeconds } from './overview-polls.ts'
import { overviewSearchSchema } from './overview-search.ts'
import { ResetHistory } from './reset-history.tsx'

const alarmsShown = 20

/** What the cluster is and does, now and over the last days. */
export function OverviewPage() {
  const [{ range, node }, setSearch] = useUrlSearch(overviewSearchSchema)
  const currentQuery = useQuery(read(monitor.current, {}, { pollSeconds: pollSeconds.current }))
  const nodesQuery = useQuery(read(nodes.list, {}, { pollSeconds: pollSeconds.nodes }))
  const alarmsQuery = useQuery(
    read(
      alarms.list,
      { query: { activated: true, limit: alarmsShown } },
      { pollSeconds: pollSeconds.alarms },
    ),
  )
  const lastHour = useHistory('1h', undefined)
  const sampled = useSampledAt(currentQuery, pollSeconds.current)
  const alarmsAnchor = useRef<HTMLDivElement>(null)

  const current = currentQuery.data
  const list = useMemo(() => nodesQuery.data?.toSorted(byNodeName), [nodesQuery.data])
  const running = list?.filter(isRunning) ?? []
  const active = alarmsQuery.data?.data
  const activeCount = alarmsQuery.data?.meta.count ?? active?.length ?? 0
  const labelled = useMemo(() => {
    const names = list?.map((each) => each.node) ?? []
    return names.map((name) => ({ node: name, label: visibleText(shortNodeName(name, names)) }))
  }, [list])
  const hasAnswer = list !== undefined || current !== undefined || active !== undefined
  const unchecked = [
    !list && nodesQuery.isError && m.nodesChecked,
    !active && alarmsQuery.isError && m.alarmsChecked,
    !current && currentQuery.isError && m.ratesChecked,
  ].filter((what) => what !== false)

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
        <HealthStrip
          checks={hasAnswer ? healthChecks({ nodes: list, activeAlarms: activeCount, current }) : undefined}
          unchecked={unchecked}
          nodeLabel={(name) => labelled.find((each) => each.node === name)?.label ?? visibleText(name)}
          onShowAlarms={() => {
            alarmsAnchor.current?.scrollIntoView({ block: 'center' })
            alarmsAnchor.current?.focus()
          }}
        />
        <BrokerFigures
          label={m.figures}
          current={current}
          {...sampled}
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
            anchor={alarmsAnchor}
          />
        </div>
        <HistoryPanel
          range={range}
          onRange={(next) => setSearch({ range: next === defaultRange ? undefined : next })}
          node={node}
          nodes={labelled}
          actions={
            <>
              <NodePicker nodes={list ?? []} value={node} onChange={(next) => setSearch({ node: next })} />
              <ResetHistory />
            </>
          }
        />
      </div>
    </Page>
  )
}
