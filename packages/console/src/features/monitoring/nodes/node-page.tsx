import { monitor } from '@brokerdeck/contract/monitoring/monitor.ts'
import { nodes } from '@brokerdeck/contract/monitoring/nodes.ts'
import type { StatValues } from '@brokerdeck/contract/monitoring/stats.ts'
import { useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { describeError, getProblem } from '#api/errors.ts'
import { read } from '#api/query.ts'
import { useSampledAt } from '#api/sampled-at.ts'
import { NodeStatus } from '#domain/cluster-node/node-status.tsx'
import { BrokerFigures } from '#features/monitoring/broker-history/broker-figures.tsx'
import { HistoryPanel, useHistory } from '#features/monitoring/broker-history/history-panel.tsx'
import { defaultRange, historyRanges } from '#features/monitoring/broker-history/history-ranges.ts'
import { dropsPollSeconds, useDrops } from '#features/monitoring/broker-history/use-drops.ts'
import { nodes as m } from '#features/monitoring/messages/nodes.ts'
import { formatDuration } from '#i18n/format-time.ts'
import { languageTag } from '#i18n/locale.ts'
import { Link, usePageParams, useUrlSearch } from '#kit/page/link.tsx'
import { Page } from '#kit/page/page.tsx'
import type { Column, TableQuery } from '#kit/table/column.ts'
import { DataTable } from '#kit/table/data-table.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { linkTo } from '#routes/routes.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { Definition } from '#ui/definition.tsx'
import { Amount } from '#ui/marks.tsx'
import { Panel } from '#ui/panel.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/states.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { NodeListeners } from './node-listeners.tsx'
import classes from './node-page.module.css'
import { NodeProperties } from './node-properties.tsx'

const nodeSearchSchema = v.object({
  range: v.fallback(v.optional(v.picklist(historyRanges), defaultRange), defaultRange),
})

const pollSeconds = { current: 5, node: 10 } as const

/** Shows one node: its properties, its current figures and its statistics. */
export function NodePage() {
  const { node } = usePageParams('node')
  const query = useQuery(read(nodes.get, { params: { node } }, { pollSeconds: pollSeconds.node }))
  const problem = getProblem(query.error)
  const isAbsent = problem?.kind === 'rejected' && problem.status === 404
  return (
    <Page
      title={node}
      heading={<Verbatim text={node} />}
      mono
      breadcrumbs={[{ to: linkTo('nodes'), label: m.title }]}
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
  const [{ range }, setSearch] = useUrlSearch('node', nodeSearchSchema)
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

/** The broker answers "not found" for a stopped node as for an unknown one, so the list of nodes is requested too. */
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
          action={<Link to={linkTo('nodes')}>{m.toNodes}</Link>}
        >
          {isStopped ? m.stoppedText : m.unknownText}
        </EmptyState>
      )}
    </Panel>
  )
}

const columns: readonly Column<NodeStatistic>[] = [
  {
    id: 'name',
    header: m.statistic,
    cell: ({ name }) => <StatisticName name={name} meaning={statisticMeaning(name)} />,
    value: ({ name }) => name,
    always: true,
    phone: 'name',
  },
  {
    id: 'now',
    header: m.now,
    cell: ({ now }) => <Amount value={now} />,
    value: ({ now }) => now,
    align: 'end',
    phone: 'pair',
  },
  {
    id: 'most',
    header: m.highWater,
    cell: ({ most }) => <Amount value={most} />,
    value: ({ most }) => most,
    align: 'end',
    phone: 'pair',
  },
]

/** Lists every gauge that the node keeps. */
function StatisticsPanel({ query }: { readonly query: TableQuery<NodeStatistic> }) {
  return (
    <Panel title={m.statistics} caption={m.statisticsCaption}>
      <DataTable label={m.statistics} columns={columns} rowKey={({ name }) => name} query={query} />
    </Panel>
  )
}

interface StatisticNameProps {
  readonly name: string
  readonly meaning: string | undefined
}

/** Shows the name as the broker spells it, with its meaning if it is known. */
function StatisticName({ name, meaning }: StatisticNameProps) {
  const spelled = <Verbatim text={name} mono />
  return meaning === undefined ? spelled : <Definition definition={meaning}>{spelled}</Definition>
}

interface NodeStatistic {
  readonly name: string
  readonly now: number | undefined
  /** The highest value since the node started; undefined for a statistic that has no maximum. */
  readonly most: number | undefined
}

const meanings: ReadonlyMap<string, string> = new Map(
  Object.entries(m).flatMap(([key, words]) =>
    key.startsWith('stat.') && typeof words === 'string' ? [[key.slice('stat.'.length), words] as const] : [],
  ),
)

const places: ReadonlyMap<string, number> = new Map([...meanings.keys()].map((name, place) => [name, place]))

function statisticMeaning(name: string): string | undefined {
  return meanings.get(name)
}

/** Joins `x.count` and `x.max` into one row. Statistics with a text come first, in the order of the texts. */
function nodeStatistics(values: StatValues): readonly NodeStatistic[] {
  const names = new Set(Object.keys(values).map((key) => key.replace(/\.(count|max)$/, '')))
  const place = (name: string) => places.get(name) ?? places.size
  return [...names]
    .sort((a, b) => place(a) - place(b) || a.localeCompare(b, languageTag))
    .map((name) => ({ name, now: values[`${name}.count`], most: values[`${name}.max`] }))
}
