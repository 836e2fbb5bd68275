import { rules } from '@brokerdeck/contract/integration/rules.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import * as v from 'valibot'
import { read } from '#api/query.ts'
import { flows as m } from '#features/integration/flows/messages/flows.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { joinSentences } from '#i18n/sentences.ts'
import { useUrlSearch } from '#kit/page/link.tsx'
import { Page } from '#kit/page/page.tsx'
import type { Filter, FilterValues } from '#kit/table/filters/filter.ts'
import { FilterBar } from '#kit/table/filters/filter-bar.tsx'
import { runInSlices, type SlicedWork } from '#lib/run-in-slices.ts'
import { truncate } from '#lib/visible-text.ts'
import { tableQuery } from '#resource/broker-list/table-query.ts'
import { CreateButton } from '#resource/managed-list-page.tsx'
import { linkTo } from '#routes/routes.ts'
import { Panel } from '#ui/panel.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { EmptyState, Skeleton } from '#ui/states.tsx'
import { useIsPhone } from '#ui/viewport.ts'
import { FlowDetails } from './flow-details.tsx'
import {
  type FlowGraph,
  type FlowNode,
  type FlowRule,
  flowGraph,
  isFound,
  troublesByRule,
} from './flow-graph.ts'
import { FlowList } from './flow-list.tsx'
import classes from './flows.module.css'
import { useFlowPeers } from './use-flow-peers.ts'

/** Loaded lazily with the library that draws it, so that users of the list do not wait for it. */
const FlowMap = lazy(async () => ({ default: (await import('./flow-map.tsx')).FlowMap }))

const text = v.fallback(v.optional(v.string()), undefined)
const searchSchema = v.object({
  q: text,
  show: text,
  view: v.fallback(v.optional(v.picklist(['map', 'list'])), undefined),
  /** The chosen node of the map. */
  focus: text,
})

const filters: readonly Filter<'q' | 'show'>[] = [
  { kind: 'text', label: m.search, contains: 'q', isMain: true },
  {
    kind: 'select',
    label: m.show,
    key: 'show',
    isMain: true,
    options: [
      { value: 'problems', label: m.problems },
      { value: 'disabled', label: m.disabled },
    ],
  },
]

/** The maximum number of rules that a page of the broker's response can hold. */
const all = { query: { page: '1', limit: '10000' } }
const noRules: readonly FlowRule[] = []

/** Shows the flows of all rules. */
export function FlowsPage() {
  const [{ q = '', show, view = 'map', focus }, change] = useUrlSearch('flows', searchSchema)
  const isPhone = useIsPhone()
  const answer = useQuery(read(rules.list, all, { pollSeconds: 10 }))
  const known = answer.data?.data ?? noRules
  const conditions = useFlowFilters(known)
  const peers = useFlowPeers()
  const whole = useMemo(() => flowGraph(known, peers, conditions), [known, peers, conditions])
  const troubles = useMemo(() => troublesByRule(whole.edges), [whole])
  const graph = useMemo(() => {
    const shown = known.filter(
      (rule) =>
        isFound(rule, q) &&
        (show !== 'problems' || troubles.has(rule.id)) &&
        (show !== 'disabled' || !rule.enable),
    )
    return shown.length === known.length ? whole : flowGraph(shown, peers, conditions)
  }, [known, q, show, troubles, whole, peers, conditions])
  const drawing = useMemo(() => ({ graph, sought: `${show} ${q}` }), [graph, show, q])
  const focusOn = (id: string | undefined) => change({ focus: id })
  const query = tableQuery(answer, () => graph.rules)
  const chosen = graph.nodes.find(({ id }) => id === focus)
  const isMap = view === 'map' && !isPhone
  const bar = (
    <>
      <FilterBar
        filters={filters}
        values={toFilterValues({ q, show })}
        onChange={(values) => change({ q: values['q'], show: values['show'] })}
      />
      {!isPhone && (
        <Segmented
          label={m.as}
          value={view}
          options={[
            { value: 'map', label: m.map },
            { value: 'list', label: m.list },
          ]}
          onChange={(next) => change({ view: next === 'map' ? undefined : next })}
        />
      )}
    </>
  )
  const isDrawn = isMap && query.problem === undefined && graph.rules.length > 0
  return (
    <Page
      title={m.title}
      actions={<CreateButton label={m.create} to={linkTo('createFlow')} />}
      summary={
        answer.data !== undefined &&
        known.length > 0 &&
        m.summary(
          known.length,
          formatNumber(known.length),
          formatNumber(troubles.size),
          formatNumber(known.filter(({ enable }) => !enable).length),
        )
      }
    >
      {isDrawn ? (
        <div className={classes['page']}>
          <Panel label={m.title} className={classes['map']}>
            <div className={classes['bar']}>{bar}</div>
            <p className={classes['legend']}>
              {joinSentences(
                formatLegend(graph),
                graph.notDrawn > 0 && m.notDrawn(formatNumber(graph.notDrawn)),
              )}
            </p>
            <Suspense fallback={<Skeleton height={480} />}>
              <FlowMap drawing={drawing} focus={chosen?.id} onFocus={focusOn} />
            </Suspense>
          </Panel>
          {chosen !== undefined && <FlowDetails graph={graph} node={chosen} onFocus={focusOn} />}
        </div>
      ) : (
        <FlowList
          graph={graph}
          query={query}
          filters={bar}
          empty={
            known.length === 0 ? (
              <EmptyState title={m.emptyTitle}>{m.emptyText}</EmptyState>
            ) : (
              <EmptyState title={m.noneMatch} />
            )
          }
        />
      )}
    </Page>
  )
}

function formatLegend({ nodes }: FlowGraph): string {
  const count = (...kinds: readonly FlowNode['kind'][]) =>
    nodes.filter(({ kind }) => kinds.includes(kind)).length
  return m.legend(
    count('topic', 'event', 'source'),
    count('rule'),
    count('filter'),
    count('republish', 'console', 'action'),
  )
}

const toFilterValues = (given: { readonly q: string; readonly show: string | undefined }): FilterValues => ({
  ...(given.q === '' ? {} : { q: given.q }),
  ...(given.show === undefined ? {} : { show: given.show }),
})

/** The parser is larger than the map, so it is loaded only once there are rules. */
const language = async () =>
  (await import('@brokerdeck/languages/rule-sql/parse-statement.ts')).parseStatement

type Parse = Awaited<ReturnType<typeof language>>

/** Results are cached, because the map reads the same statements at each refresh. */
const readBefore = new Map<string, string | undefined>()
const MOST = 10_000

function* collectFilters(rules: readonly FlowRule[], parse: Parse): SlicedWork<ReadonlyMap<string, string>> {
  const filters = new Map<string, string>()
  if (readBefore.size >= MOST) readBefore.clear()
  for (const { id, sql } of rules) {
    if (!readBefore.has(sql)) readBefore.set(sql, conditionIn(sql, parse))
    const text = readBefore.get(sql)
    if (text !== undefined) filters.set(id, text)
    yield
  }
  return filters
}

/** The maximum number of characters shown of a condition; the statement contains the whole condition. */
const longestCondition = 1000

function conditionIn(sql: string, parse: Parse): string | undefined {
  const parsed = parse(sql)
  const where = 'fault' in parsed ? undefined : parsed.statement.where
  if (where === undefined) return undefined
  const text = sql.slice(where.from, where.to)
  return (
    truncate(text, longestCondition).replaceAll(/\s+/g, ' ') + (text.length > longestCondition ? '…' : '')
  )
}

const none: ReadonlyMap<string, string> = new Map()

/** Returns the conditions of the rules that have a condition, by their IDs; statements are read in slices. */
function useFlowFilters(rules: readonly FlowRule[]): ReadonlyMap<string, string> {
  const [filters, setFilters] = useState(none)
  useEffect(() => {
    const stop = new AbortController()
    void language()
      .then((parse) => runInSlices(collectFilters(rules, parse), stop.signal))
      .then((found) => found !== undefined && !stop.signal.aborted && setFilters(found))
    return () => stop.abort()
  }, [rules])
  return filters
}
