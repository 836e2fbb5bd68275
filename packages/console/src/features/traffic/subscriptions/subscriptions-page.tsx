import { type Node, nodes } from '@brokerdeck/contract/monitoring/nodes.ts'
import { hasNextPage } from '@brokerdeck/contract/paging.ts'
import { type Subscription, subscriptions } from '@brokerdeck/contract/traffic/subscriptions.ts'
import { topics } from '@brokerdeck/contract/traffic/topics.ts'
import { parseShared } from '@brokerdeck/languages/topic.ts'
import { useQuery } from '@tanstack/react-query'
import { request } from '#api/http.ts'
import { read } from '#api/query.ts'
import { ClientLink } from '#domain/client/client-link.tsx'
import { publishAction } from '#domain/publish/open-publish.tsx'
import {
  coveringFilters,
  mostAsked,
  type SubscriberAsk,
  type SubscriberAsks,
  subscriberAsks,
  toSubscriberAsk,
} from '#domain/subscription/subscriber-asks.ts'
import { subscriptionColumns } from '#domain/subscription/subscription-columns.tsx'
import { mostSubscribers, useSubscribers } from '#domain/subscription/use-subscribers.ts'
import { useWhyAction } from '#domain/subscription/use-why-action.ts'
import { subscriptions as m } from '#features/traffic/messages/lists.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { Page } from '#kit/page/page.tsx'
import type { Column, TableQuery } from '#kit/table/column.ts'
import { DataTable } from '#kit/table/data-table.tsx'
import type { Filter, FilterValues } from '#kit/table/filters/filter.ts'
import { FilterBar } from '#kit/table/filters/filter-bar.tsx'
import type { Paging } from '#kit/table/pager.tsx'
import { useRefreshChoice } from '#kit/table/table-toolbar.tsx'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { pagePaging } from '#resource/broker-list/page-paging.ts'
import { tableQuery } from '#resource/broker-list/table-query.ts'
import { type ListSearch, useListSearch } from '#resource/broker-list/use-list-search.ts'
import type { FilterOf, SortOf } from '#routes/routes.ts'
import { EmptyState } from '#ui/states.tsx'
import { Status } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'

const mostNamed = 8

const formatSharedFilter = (group: string, filter: string) =>
  group === '$queue' ? `$queue/${filter}` : `$share/${group}/${filter}`

const subscriptionListColumns: readonly Column<Subscription, SortOf<'subscriptions'>>[] = [
  ...subscriptionColumns,
  {
    id: 'clientid',
    header: m.client,
    cell: ({ clientid }) => <ClientLink clientid={clientid} />,
    value: ({ clientid }) => clientid,
    mono: true,
    sortable: true,
    width: 220,
    phone: 'status',
  },
  verbatimColumn('node', m.node, ({ node }) => node, { sortable: true, width: 180, phone: 'pair' }),
  {
    id: 'durable',
    header: m.durable,
    cell: ({ durable }) => (durable === undefined ? '—' : durable ? m.yes : m.no),
    value: ({ durable }) => durable,
    isExtra: true,
    width: 80,
  },
]

export function SubscriptionsPage() {
  const whyAction = useWhyAction()
  const nodeList = useQuery(read(nodes.list, {}))
  const filters = subscriptionFilters(nodeList.data ?? [])
  const search = useListSearch('subscriptions', filters)
  const { filters: values, setFilters } = search
  const isFuzzy = values['match_topic'] !== undefined || values['receives'] !== undefined
  const refresh = useRefreshChoice('subscriptionTableRefresh', 0, isFuzzy ? m.whyNoRefresh : undefined)
  const { query, paging, covering, hasMore } = useSubscriptionList(search, refresh.pollSeconds)
  const isFiltered = Object.keys(values).length > 0
  return (
    <Page title={m.title} summary={m.summary}>
      {covering && <CoveringNote covering={covering} hasMore={hasMore} />}
      <DataTable
        page="subscriptions"
        label={m.label}
        columns={subscriptionListColumns}
        columnsKey="subscriptionTableColumns"
        rowKey={({ clientid, topic }) => JSON.stringify([clientid, topic])}
        rowLabel={({ clientid, topic }) => `${topic} ${clientid}`}
        rowActions={(subscription) => [publishAction(subscription.topic), whyAction(subscription)]}
        query={query}
        refresh={refresh}
        {...(paging === undefined ? {} : { paging })}
        filters={<FilterBar filters={filters} values={values} onChange={setFilters} />}
        exportName="subscriptions"
        empty={
          isFiltered ? (
            <EmptyState title={m.noneMatch}>
              {values['receives'] === undefined ? m.noneMatchText : m.noneReceives}
            </EmptyState>
          ) : (
            <EmptyState title={m.emptyTitle}>{m.emptyText}</EmptyState>
          )
        }
      />
    </Page>
  )
}

interface CoveringNoteProps {
  readonly covering: CoveringFilters
  readonly hasMore: boolean
}

/** Lists the topic filters through which the subscriptions below receive a topic, and which parts are incomplete. */
function CoveringNote({ covering, hasMore }: CoveringNoteProps) {
  const { asks, isCut, routes, isWhole } = covering
  const named = asks.slice(0, mostNamed)
  return (
    <div className="support" role="status">
      <p>
        {m.coveredBy(asks.length, formatNumber(asks.length), formatNumber(routes))}{' '}
        {named.map(({ topic, share_group: group }, at) => (
          <span key={JSON.stringify([topic, group])}>
            {at > 0 && ', '}
            <Verbatim text={group === undefined ? topic : formatSharedFilter(group, topic)} mono />
          </span>
        ))}
        {asks.length > named.length && ' …'}
      </p>
      {!isWhole && (
        <p>
          <Status kind="warn" wraps>
            {m.routesCut(formatNumber(routes))}
          </Status>
        </p>
      )}
      {isCut && (
        <p>
          <Status kind="warn" wraps>
            {m.filtersCut(formatNumber(mostAsked))}
          </Status>
        </p>
      )}
      {hasMore && (
        <p>
          <Status kind="warn" wraps>
            {m.subscribersCut(formatNumber(mostSubscribers))}
          </Status>
        </p>
      )}
    </div>
  )
}

interface SubscriptionList {
  readonly query: TableQuery<Subscription>
  /** Undefined if the whole list is shown at once. */
  readonly paging: Paging | undefined
  /** The filters that cover the topic whose receivers are listed. */
  readonly covering: CoveringFilters | undefined
  readonly hasMore: boolean
}

/** Returns one page of all subscriptions, or the subscriptions that receive a topic. */
function useSubscriptionList(
  { place, filters, setPlace }: ListSearch,
  pollSeconds: number | undefined,
): SubscriptionList {
  const { page, limit } = place
  const { receives } = filters
  const given = subscriptionQuery(filters)
  const listed = useQuery({
    ...read(
      subscriptions.list,
      { query: { page, limit, ...given } },
      {
        keepsPrevious: true,
        ...(pollSeconds === undefined ? {} : { pollSeconds }),
      },
    ),
    enabled: receives === undefined,
  })
  const covering = useCoveringFilters(receives)
  const asks = (covering.data?.asks ?? [])
    .filter(({ share_group: group }) => given.share_group === undefined || given.share_group === group)
    .map((ask): SubscriberAsk => ({ ...given, ...ask }))
  const found = useSubscribers(asks, covering.data !== undefined)
  if (receives === undefined) {
    const paging = pagePaging(place, listed.data?.meta, setPlace)
    return { query: tableQuery(listed, ({ data }) => data), paging, covering: undefined, hasMore: false }
  }
  const query = tableQuery(
    covering.error === null ? found : { ...covering, data: undefined },
    ({ rows }) => rows,
  )
  return {
    query: {
      ...query,
      isFetching: covering.isFetching || found.isFetching,
      refetch: () => {
        void covering.refetch()
        if (covering.error === null) void found.refetch()
      },
    },
    paging: undefined,
    covering: covering.data,
    hasMore: found.data?.hasMore === true,
  }
}

/** Returns the filters of `GET /subscriptions`, and `receives`, which is evaluated from the routes. */
function subscriptionFilters(nodes: readonly Node[]): readonly Filter<FilterOf<'subscriptions'>>[] {
  return [
    { kind: 'text', label: m.client, exact: 'clientid', isMain: true, mono: true },
    {
      kind: 'text',
      label: m.match,
      exact: 'topic',
      contains: 'match_topic',
      containsWord: m.within,
      isMain: true,
      mono: true,
    },
    { kind: 'text', label: m.receives, exact: 'receives', isMain: true, mono: true },
    { kind: 'text', label: m.group, exact: 'share_group', mono: true },
    {
      kind: 'select',
      label: m.node,
      key: 'node',
      isOpenEnded: true,
      options: nodes.map(({ node }) => ({ value: node, label: visibleText(node) })),
    },
    {
      kind: 'select',
      label: 'QoS',
      key: 'qos',
      options: ([0, 1, 2] as const).map((qos) => ({ value: String(qos), label: m.anyQos(qos) })),
    },
  ]
}

const levels = [0, 1, 2] as const

/**
 * Converts the URL parameters to the query of the endpoint; the broker finds a shared filter by its group and the
 * rest of the filter.
 */
function subscriptionQuery({ qos, topic, receives: _, ...rest }: FilterValues) {
  const level = levels.find((known) => String(known) === qos)
  return {
    ...rest,
    ...(topic === undefined ? {} : toSubscriberAsk(parseShared(topic))),
    ...(level === undefined ? {} : { qos: level }),
  }
}

const pageSize = 5000

const mostRoutes = 200_000

interface CoveringFilters extends SubscriberAsks {
  readonly routes: number
  /** True if all routes of the cluster were searched. */
  readonly isWhole: boolean
}

async function readCovering(topic: string, signal: AbortSignal): Promise<CoveringFilters> {
  const found = []
  for (let page = 1, routes = 0; ; page += 1) {
    const { data, meta } = await request(topics.list, { query: { page, limit: pageSize } }, { signal })
    found.push(...coveringFilters(data, topic))
    routes += data.length
    const isWhole = !hasNextPage(meta)
    if (isWhole || routes >= mostRoutes) return { ...subscriberAsks(found), routes, isWhole }
  }
}

/** Returns the subscribed filters that match a topic, from all routes of the cluster. */
function useCoveringFilters(topic: string | undefined) {
  return useQuery({
    queryKey: [topics.list.path, 'covering', topic] as const,
    enabled: topic !== undefined,
    gcTime: 0,
    queryFn: ({ signal }) => readCovering(topic ?? '', signal),
  })
}
