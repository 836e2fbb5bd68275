import { expect, it } from 'vitest'
import type { Column } from '#kit/table/column.ts'
import { useListSearch } from '#resource/broker-list/use-list-search.ts'
import manifest from '../../package.json' with { type: 'json' }
import { route } from './route.ts'
import { allRoutes, type FilterOf, linkTo, type ParamsOf, redirects, type SortOf } from './routes.ts'

const clientId = 'press/07 #%C3'

it('names a page, what its path is about, and what its address says', () => {
  expect(linkTo('users')).toEqual({ to: '/users', search: {} })
  expect(linkTo('client', { clientId }, { messages: 'queue' })).toEqual({
    to: '/clients/detail/press%2F07%20%23%25C3',
    search: { messages: 'queue' },
  })
  expect(linkTo('gatewayListener', { name: 'coap', id: 'coap:udp:default' })).toEqual({
    to: '/gateway/detail/coap/listener/coap%3Audp%3Adefault',
    search: {},
  })
  expect(linkTo('clients', { username: ['a', 'b'], conn_state: 'connected' }).search).toEqual({
    username: ['a', 'b'],
    conn_state: 'connected',
  })
  expect(linkTo('topics', { node: 'a', sort: '-topic', page: 2 }).search).toEqual({
    node: 'a',
    sort: '-topic',
    page: 2,
  })
})

it('does not compile where there is no such page, parameter, filter or choice', () => {
  const wrong = [
    // @ts-expect-error: a page that there is not
    () => linkTo('clinets'),
    // @ts-expect-error: a client without its ID
    () => linkTo('client'),
    // @ts-expect-error: a misspelt parameter
    () => linkTo('client', { clientid: clientId }),
    // @ts-expect-error: one of two parameters
    () => linkTo('gatewayListener', { name: 'coap' }),
    // @ts-expect-error: a tab that the page does not have
    () => linkTo('mqtt', { tab: 'retained' }),
    // @ts-expect-error: a filter that the endpoint does not have
    () => linkTo('clients', { user_name: 'a' }),
    // @ts-expect-error: a filter of another list
    () => linkTo('topics', { clientid: 'a' }),
    // @ts-expect-error: a misspelt column to sort by
    () => linkTo('topics', { sort: 'topik' }),
    // @ts-expect-error: a misspelt column, the other way round
    () => linkTo('rules', { sort: '-create_at' }),
    // @ts-expect-error: nothing sorts this list
    () => linkTo('clients', { sort: 'conected_at' }),
    // @ts-expect-error: a size that no page has
    () => linkTo('topics', { limit: 30 }),
    // @ts-expect-error: a page without a list
    () => linkTo('health', { page: 2 }),
    // @ts-expect-error: a value that the filter does not take
    () => linkTo('clients', { conn_state: 'online' }),
    // @ts-expect-error: a tab in the search that the page does not have
    () => linkTo('alarms', { tab: 'past' }),
    // @ts-expect-error: a tab of another item
    () => linkTo('rule', { id: 'a' }, { tab: 'users' }),
    // @ts-expect-error: a misspelt beginning of a new rule
    () => linkTo('createFlow', { actionid: 'a' }),
    // @ts-expect-error: a page that says nothing behind its path
    () => linkTo('license', { tab: 'all' }),
    // @ts-expect-error: a misspelt column of a short list
    () => linkTo('users', { sort: 'user_name' }),
    // @ts-expect-error: a list in an order of its own is sorted by nothing
    () => linkTo('authentication', { sort: 'member' }),
  ]
  expect(wrong).toHaveLength(19)
  const tabs: readonly ParamsOf<'mqtt'>['tab'][] = ['general', 'retainer']
  // @ts-expect-error: what a path may be is read as closely as it is written
  const other: readonly ParamsOf<'mqtt'>['tab'][] = ['retained']
  expect([tabs, other]).toHaveLength(2)
})

it('does not compile where a list reads or sorts by what its page does not declare', () => {
  interface Row {
    readonly topic: string
  }
  const look = { header: 'Topic', value: ({ topic }: Row) => topic, cell: ({ topic }: Row) => topic }
  const columns: readonly Column<Row, SortOf<'topics'>>[] = [
    { ...look, id: 'topic', sortable: true },
    { ...look, id: 'topik' },
    // @ts-expect-error: the address of the page knows no such order
    { ...look, id: 'topik', sortable: true },
  ]
  const node: FilterOf<'topics'> = 'node'
  const wrong = [
    // @ts-expect-error: a filter that the page does not declare
    () => useListSearch('topics', [{ kind: 'text', label: 'Topic', exact: 'topik' }]),
    // @ts-expect-error: a filter that the list was not given
    () => useListSearch('topics', [{ kind: 'text', label: 'Node', exact: node }]).filters.topic,
    () =>
      useListSearch('topics', [{ kind: 'text', label: 'Node', exact: node }]).setFilters({
        // @ts-expect-error: nor can it be written
        topic: 'a',
      }),
    // @ts-expect-error: a page without a list
    () => useListSearch('health', []),
  ]
  expect([columns, wrong].flat()).toHaveLength(7)
})

it('does not compile where an entry of the menu does not say what its path is about', () => {
  const rest = { page: 'a/b-page', title: { en: '', zh: '' }, purpose: { en: '', zh: '' }, icon: '' } as const
  const params = { tab: ['one', 'two'] } as const
  const entries = [
    route({ ...rest, asks: [], path: '/a/$tab', params, opens: { tab: 'two' } }),
    // @ts-expect-error: it says nothing
    route({ ...rest, asks: [], path: '/a/$tab', params }),
    // @ts-expect-error: a word that the path does not know
    route({ ...rest, asks: [], path: '/a/$tab', params, opens: { tab: 'three' } }),
    // @ts-expect-error: a misspelt parameter
    route({ ...rest, asks: [], path: '/a/$tab', params, opens: { tap: 'one' } }),
    // @ts-expect-error: a path that is about nothing
    route({ ...rest, asks: [], path: '/a', opens: { tab: 'one' } }),
  ]
  expect(entries).toHaveLength(5)
})

/**
 * The addresses of the latest released version. A new page adds no entry here; with the next release the pages that
 * were added since then are listed, because users have saved their addresses, too.
 */
const released = {
  version: '0.1.0',
  addresses: `
    /activity /api-key /audit-log /authentication /authentication/create /authentication/detail/$id
    /authorization /authorization/create /authorization/detail/$type /authorization/why /auto-sub /backup
    /banned-clients /clients /clients/detail/$clientId /clients/top /cluster /cluster-linking
    /cluster-linking/create /cluster-linking/detail/$name /cluster/durable-storage /cluster/health
    /cluster/rebalance /clusters/compare /configs/dashboard /configuration /connector /connector/$id
    /connector/create /dashboard/metrics /dashboard/nodes /dashboard/nodes/$node /dashboard/overview
    /delayed-pub /delayed-pub-configuration /exhook /exhook/create /exhook/detail/$name /file-transfer
    /flapping-detect /flow /flow/$ruleId /flow/create /gateway /gateway/create/$name /gateway/detail/$name
    /gateway/detail/$name/client/$clientid /gateway/detail/$name/listener-create
    /gateway/detail/$name/listener/$id /gcp-devices /hot-upgrade /license /limiter /listener /listener/$id
    /listener/create /log /log-trace /log-trace/detail/$name /message-transform /message-transform/create
    /message-transform/detail/$name /monitoring/alarm-settings /monitoring/alarms /monitoring/integration
    /mqtt/$tab /plugins /plugins/detail/$name /plugins/install /retained /rule/actions /rule/actions/$id
    /rule/actions/create /rule/engine /rule/functions /rule/rules /rule/rules/$id /rule/rules/create
    /rule/source /rule/source/$id /rule/source/create /schema-validation /schema-validation/create
    /schema-validation/detail/$name /schema/external /schema/external/create /schema/external/detail/$name
    /schema/internal /schema/internal/create /schema/internal/detail/$name /slow-sub /slow-sub/config /sso
    /sso/$backend /subscriptions/subscription /subscriptions/topics /topic-metrics /topic-rewrite
    /topics-explorer /users /webhook /webhook/$name /webhook/create /websocket
  `,
}

it('keeps the addresses that people have saved', () => {
  const paths = [...allRoutes().map(([, { path }]) => String(path)), ...Object.keys(redirects)]
  const saved = released.addresses.trim().split(/\s+/)
  expect(saved.filter((path) => !paths.includes(path))).toEqual([])
  expect(manifest.version).toBe(released.version)
})
