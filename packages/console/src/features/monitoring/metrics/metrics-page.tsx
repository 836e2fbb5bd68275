import { type Node, nodes } from '@brokerdeck/contract/monitoring/nodes.ts'
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs'
import { useQuery } from '@tanstack/react-query'
import { describeError } from '#api/describe-problem.ts'
import { read } from '#api/query.ts'
import { byNodeName } from '#domain/cluster-node/node-order.ts'
import { findCounters } from '#features/monitoring/broker-counters/read-metrics.ts'
import { useCounters } from '#features/monitoring/broker-counters/use-counters.ts'
import { groupMetrics, type MetricGroup } from '#features/monitoring/metric-words/metric-groups.ts'
import { metricMeaning } from '#features/monitoring/metric-words/metric-meaning.ts'
import { NodePicker } from '#features/monitoring/node-picker/node-picker.tsx'
import { formatClock } from '#i18n/format-time.ts'
import { Page } from '#kit/page/page.tsx'
import { useUrlSearch } from '#kit/page/use-url-search.ts'
import { visibleText } from '#lib/visible-text.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Panel } from '#ui/panel.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { CounterNotes } from './counter-notes.tsx'
import { m } from './messages.ts'
import classes from './metrics-page.module.css'
import { MetricsPanel } from './metrics-panel.tsx'
import { metricsSearchSchema } from './metrics-search.ts'

const titles: Record<MetricGroup, string> = {
  connections: m.connections,
  sessions: m.sessions,
  access: m.access,
  bytes: m.bytes,
  packets: m.packets,
  messages: m.messages,
  delivery: m.delivery,
  overload: m.overload,
  other: m.other,
}

const noNodes: readonly Node[] = []

/** Every counter of the broker, and what it counts. */
export function MetricsPage() {
  const [{ node, search = '' }, setSearch] = useUrlSearch(metricsSearchSchema)
  const { data: nodeList = noNodes } = useQuery(read(nodes.list, {}))
  const { query, counters, baseline, startCounting } = useCounters(node)
  const groups = groupMetrics(findCounters(Object.keys(counters?.values ?? {}), search, metricMeaning))
  const isAbsent = counters !== undefined && counters.nodes.length === 0 && counters.failed.length === 0
  const scope = node === undefined ? counters && m.sumOf(counters.nodes.length) : m.ofNode(visibleText(node))

  return (
    <Page
      title={m.title}
      summary={scope === undefined ? m.summary : `${m.summary}, ${scope}`}
      actions={
        <>
          {baseline && (
            <span className={classes['since']}>{m.countingSince(formatClock(baseline.since))}</span>
          )}
          <Button size="small" tooltip={m.startCountingHint} onClick={startCounting}>
            {m.startCounting}
          </Button>
          <IconButton variant="outlined" label={m.refresh} onClick={() => void query.refetch()}>
            <IconRefresh size={16} stroke={1.5} aria-hidden />
          </IconButton>
        </>
      }
    >
      <div className={classes['bar']}>
        <input
          type="search"
          className={classes['search']}
          aria-label={m.search}
          placeholder={m.searchHint}
          value={search}
          onChange={({ currentTarget }) => setSearch({ search: currentTarget.value || undefined })}
        />
        <NodePicker
          nodes={nodeList.toSorted(byNodeName)}
          value={node}
          onChange={(next) => setSearch({ node: next })}
        />
      </div>
      {counters && <CounterNotes counters={counters} nodes={node === undefined ? nodeList : noNodes} />}
      {query.error && !counters && (
        <ErrorState
          {...describeError(query.error)}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      )}
      {query.isPending && (
        <Panel label={m.title} padded>
          <Skeleton height={480} />
        </Panel>
      )}
      {isAbsent && node !== undefined && (
        <Panel label={m.title} padded>
          <EmptyState
            title={m.absentTitle(visibleText(node))}
            action={<Button onClick={() => setSearch({ node: undefined })}>{m.toCluster}</Button>}
          >
            {m.absentText}
          </EmptyState>
        </Panel>
      )}
      {counters && !isAbsent && groups.size === 0 && (
        <Panel label={m.title} padded>
          <EmptyState
            title={m.nothingFound}
            action={<Button onClick={() => setSearch({ search: undefined })}>{m.clearSearch}</Button>}
          >
            {m.nothingFoundText(visibleText(search))}
          </EmptyState>
        </Panel>
      )}
      <div className={classes['groups']}>
        {counters &&
          [...groups].map(([group, names]) => (
            <MetricsPanel
              key={group}
              title={titles[group]}
              names={names}
              values={counters.values}
              baseline={baseline?.values ?? counters.values}
            />
          ))}
      </div>
    </Page>
  )
}
