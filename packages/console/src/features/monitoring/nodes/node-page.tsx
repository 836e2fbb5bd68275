import { monitor } from '@brokerdeck/contract/monitoring/monitor.ts'
import { nodes } from '@brokerdeck/contract/monitoring/nodes.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import * as v from 'valibot'
import { describeError } from '#api/describe-problem.ts'
import { problemOf } from '#api/errors.ts'
import { read } from '#api/query.ts'
import { useSampledAt } from '#api/sampled-at.ts'
import { NodeStatus } from '#domain/cluster-node/node-status.tsx'
import { BrokerFigures } from '#features/monitoring/broker-history/broker-figures.tsx'
import { HistoryPanel } from '#features/monitoring/broker-history/history-panel.tsx'
import { defaultRange, historyRanges } from '#features/monitoring/broker-history/history-ranges.ts'
import { dropsPollSeconds, useDrops } from '#features/monitoring/broker-history/use-drops.ts'
import { useHistory } from '#features/monitoring/broker-history/use-history.ts'
import { formatDuration } from '#i18n/format-time.ts'
import { Page } from '#kit/page/page.tsx'
import { useUrlSearch } from '#kit/page/use-url-search.ts'
import { paths } from '#lib/paths.ts'
import { visibleText } from '#lib/visible-text.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Panel } from '#ui/panel.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { nodes as m } from '../messages/nodes.ts'
import { NodeListeners } from './node-listeners.tsx'
import classes from './node-page.module.css'
import { NodeProperties } from './node-properties.tsx'
import { nodeStatistics } from './node-statistics.ts'
import { StatisticsPanel } from './statistics-panel.tsx'

const nodeSearchSchema = v.object({
  range: v.fallback(v.optional(v.picklist(historyRanges), defaultRange), defaultRange),
})

const pollSeconds = { current: 5, node: 10 } as const

/** One node: what it is, what it does, what it keeps. */
export function NodePage() {
  const { node = '' }: { node?: string } = useParams({ strict: false })
  const query = useQuery(read(nodes.get, { params: { node } }, { pollSeconds: pollSeconds.node }))
  const problem = problemOf(query.error)
  const isAbsent = problem?.kind === 'rejected' && problem.status === 404
  return (
    <Page
      title={node}
      heading={<Verbatim text={node} />}
      mono
      breadcrumbs={[{ to: paths.nodes(), label: m.title }]}
      badges={
        <>
          <CopyButton text={node} name={m.name} />
          {query.data && !isAbsent && <NodeStatus node={query.data} />}
        </>
      }
      summary={query.data && !isAbsent && m.up(formatDuration(query.data.uptime))}
    >
      {isAbsent ? (
        <AbsentNode node={node} />
      ) : query.error && !query.data ? (
        <ErrorState
          {...describeError(query.error)}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      ) : (
        <div className={classes['stack']}>
          <NodeActivity node={node} />
          <div className={classes['split']}>
            <NodeProperties node={query.data} answeredAt={query.dataUpdatedAt} />
            <NodeStatistics node={node} />
          </div>
          <NodeListeners node={node} />
          <NodeHistory node={node} />
        </div>
      )}
    </Page>
  )
}

interface OfNode {
  readonly node: string
}

function NodeActivity({ node }: OfNode) {
  const query = useQuery(
    read(monitor.nodeCurrent, { params: { node } }, { pollSeconds: pollSeconds.current }),
  )
  const sampled = useSampledAt(query, pollSeconds.current)
  const lastHour = useHistory('1h', node)
  const drops = useDrops(node)
  const dropsSampled = useSampledAt(drops, dropsPollSeconds)
  return (
    <BrokerFigures
      label={m.figures}
      current={query.data}
      {...sampled}
      scope={m.scope(visibleText(node))}
      lastHour={lastHour.data}
      drops={drops.data}
      dropsSampled={dropsSampled}
      node={node}
    />
  )
}

function NodeStatistics({ node }: OfNode) {
  const query = useQuery(read(nodes.stats, { params: { node } }, { pollSeconds: pollSeconds.node }))
  return (
    <StatisticsPanel
      query={{
        rows: query.data && nodeStatistics(query.data),
        isPending: query.isPending,
        isFetching: query.isFetching,
        problem: query.error ? describeError(query.error) : undefined,
        refetch: () => void query.refetch(),
      }}
    />
  )
}

function NodeHistory({ node }: OfNode) {
  const [{ range }, setSearch] = useUrlSearch(nodeSearchSchema)
  const { data: drops } = useDrops(node)
  return (
    <HistoryPanel
      range={range}
      onRange={(next) => setSearch({ range: next === defaultRange ? undefined : next })}
      node={node}
      drops={drops}
    />
  )
}

/** The broker says "not found" for a stopped node as for one that never was; the list of nodes knows better. */
function AbsentNode({ node }: { readonly node: string }) {
  const { data, isPending } = useQuery(read(nodes.list, {}, { pollSeconds: 10 }))
  const isStopped = data?.some((each) => each.node === node && each.node_status === 'stopped')
  const name = visibleText(node)
  return (
    <Panel label={name} padded>
      {isPending ? (
        <Skeleton height={96} />
      ) : (
        <EmptyState
          title={isStopped ? m.stoppedTitle(name) : m.unknownTitle(name)}
          action={<Link to={paths.nodes()}>{m.toNodes}</Link>}
        >
          {isStopped ? m.stoppedText : m.unknownText}
        </EmptyState>
      )}
    </Panel>
  )
}
