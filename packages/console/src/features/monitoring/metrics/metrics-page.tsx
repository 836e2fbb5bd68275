import { metrics } from '@brokerdeck/contract/monitoring/metrics.ts'
import { type Node, nodes } from '@brokerdeck/contract/monitoring/nodes.ts'
import type { NamedNumbers } from '@brokerdeck/contract/monitoring/per-node.ts'
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import * as v from 'valibot'
import { describeError } from '#api/errors.ts'
import { read } from '#api/query.ts'
import { byNodeName } from '#domain/cluster-node/seen-nodes.ts'
import {
  type Counters,
  countAddedSince,
  findCounters,
  sumCounters,
} from '#features/monitoring/broker-counters/read-metrics.ts'
import { metrics as m } from '#features/monitoring/messages/metrics.ts'
import { groupMetrics, type MetricGroup } from '#features/monitoring/metric-words/metric-groups.ts'
import { metricMeaning } from '#features/monitoring/metric-words/metric-meaning.ts'
import { NodePicker } from '#features/monitoring/node-picker/node-picker.tsx'
import { formatNumber } from '#i18n/format-number.ts'
import { formatClock } from '#i18n/format-time.ts'
import { joinFacts } from '#i18n/sentences.ts'
import { useUrlSearch } from '#kit/page/link.tsx'
import { Page } from '#kit/page/page.tsx'
import { classNames } from '#lib/class-names.ts'
import { visibleText } from '#lib/visible-text.ts'
import { Button } from '#ui/button.tsx'
import { Ellipsis } from '#ui/ellipsis.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Panel } from '#ui/panel.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/states.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import classes from './metrics-page.module.css'

const pollSeconds = 10

const text = v.fallback(v.optional(v.string()), undefined)

/** `?node=mq-1@10.20.0.11&search=dropped` */
const metricsSearchSchema = v.object({ node: text, search: text })

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

/** Lists every counter of the broker with its meaning. */
export function MetricsPage() {
  const [{ node, search = '' }, setSearch] = useUrlSearch('metrics', metricsSearchSchema)
  const { data: nodeList = noNodes } = useQuery(read(nodes.list, {}))
  const { query, counters, baseline, startCounting } = useCounters(node)
  const groups = groupMetrics(findCounters(Object.keys(counters?.values ?? {}), search, metricMeaning))
  const isAbsent = counters !== undefined && counters.nodes.length === 0 && counters.failed.length === 0
  const scope = node === undefined ? counters && m.sumOf(counters.nodes.length) : m.ofNode(visibleText(node))

  return (
    <Page
      title={m.title}
      summary={scope === undefined ? m.summary : joinFacts([m.summary, scope])}
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

interface CounterNotesProps {
  readonly counters: Counters
  readonly nodes: readonly Node[]
}

/** Lists the nodes whose counters are missing from the sum. */
function CounterNotes({ counters, nodes }: CounterNotesProps) {
  const stopped = nodes
    .filter(({ node_status: status }) => status === 'stopped')
    .map(({ node }) => visibleText(node))
  return (
    <>
      {stopped.length > 0 && <p className={classes['note']}>{m.stoppedNodes(stopped.join(', '))}</p>}
      {counters.failed.length > 0 && (
        <div role="alert" className={classes['note']}>
          {m.failedNodes}
          <ul>
            {counters.failed.map(({ node, reason }) => (
              <li key={node} className="mono">
                <Verbatim text={`${node}: ${reason}`} wrap />
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

interface Baseline {
  readonly scope: string | undefined
  readonly values: NamedNumbers
  readonly since: number
}

/**
 * Returns the counters of the cluster or a node, and their increase since the page was opened or counting was
 * restarted. The nodes are requested one by one and summed here, because only that response tells which nodes are in
 * the sum.
 */
function useCounters(node: string | undefined) {
  const query = useQuery(
    read(
      metrics.list,
      { query: { aggregate: false, ...(node === undefined ? {} : { node }) } },
      { pollSeconds },
    ),
  )
  const { data, dataUpdatedAt } = query
  const counters = useMemo(
    (): Counters | undefined => data && sumCounters(Array.isArray(data) ? data : []),
    [data],
  )
  const [baseline, setBaseline] = useState<Baseline>()
  const isOfScope = baseline !== undefined && baseline.scope === node
  const startCounting = () =>
    counters && setBaseline({ scope: node, values: counters.values, since: dataUpdatedAt })
  // The first response for a scope is the baseline of its increases.
  if (counters && !isOfScope) startCounting()
  return { query, counters, baseline: isOfScope ? baseline : undefined, startCounting }
}

interface MetricsPanelProps {
  readonly title: string
  readonly names: readonly string[]
  readonly values: NamedNumbers
  /** The counters at the time when counting was restarted. */
  readonly baseline: NamedNumbers
}

/** Shows the counters of one group. */
function MetricsPanel({ title, names, values, baseline }: MetricsPanelProps) {
  return (
    <Panel title={title} caption={formatNumber(names.length)} className={classes['panel']}>
      <table className={classes['table']} aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{m.name}</th>
            <th scope="col" className={classes['number']}>
              {m.value}
            </th>
            <th scope="col" className={classes['number']}>
              {m.fresh}
            </th>
            <th scope="col" className={classes['meaning']}>
              {m.meaning}
            </th>
          </tr>
        </thead>
        <tbody>
          {names.map((name) => {
            const added = countAddedSince(baseline, values, name)
            return (
              <tr key={name}>
                <th scope="row" className="mono">
                  {visibleText(name)}
                </th>
                <td className={classNames(classes['number'], values[name] === 0 && 'dim')}>
                  {formatNumber(values[name])}
                </td>
                <td className={classNames(classes['number'], !added && 'dim')}>
                  {added === undefined ? '—' : added === 0 ? '0' : `+${formatNumber(added)}`}
                </td>
                <td className={classes['meaning']}>
                  <Ellipsis focusable>{metricMeaning(name) ?? ''}</Ellipsis>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </Panel>
  )
}
