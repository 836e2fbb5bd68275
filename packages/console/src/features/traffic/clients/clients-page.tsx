import { canAddress } from '@brokerdeck/contract/endpoint.ts'
import { monitor } from '@brokerdeck/contract/monitoring/monitor.ts'
import { type Node, nodes } from '@brokerdeck/contract/monitoring/nodes.ts'
import type { ClientRow } from '@brokerdeck/contract/traffic/client.ts'
import { clients } from '@brokerdeck/contract/traffic/clients.ts'
import { useQuery } from '@tanstack/react-query'
import { request } from '#api/http.ts'
import { read, whyNoWrite } from '#api/query.ts'
import { banClient, banClients } from '#domain/client/ban-client.tsx'
import { kickClient, kickVerb } from '#domain/client/kick-client.ts'
import { kickMany } from '#domain/client/kick-many.ts'
import { client as clientWords } from '#domain/client/messages.ts'
import { clients as m, topClients as topWords } from '#features/traffic/messages/lists.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { Link, useGo } from '#kit/page/link.tsx'
import { Page } from '#kit/page/page.tsx'
import { useSelection } from '#kit/table/column.ts'
import { DataTable } from '#kit/table/data-table.tsx'
import type { Filter, FilterValues } from '#kit/table/filters/filter.ts'
import { FilterBar } from '#kit/table/filters/filter-bar.tsx'
import { useRefreshChoice } from '#kit/table/table-toolbar.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { ActOnMatching, DangerButton } from '#resource/broker-list/act-on-matching.tsx'
import { useListSearch } from '#resource/broker-list/use-list-search.ts'
import { type FilterOf, linkTo } from '#routes/routes.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import type { MenuAction } from '#ui/overlays.tsx'
import { EmptyState } from '#ui/states.tsx'
import { clientColumns } from './client-columns.tsx'
import { chooseRoute, clientQuery } from './client-query.ts'
import { isFuzzy, useClientList } from './use-client-list.ts'

interface ClientActions {
  readonly rowActions: (client: ClientRow) => readonly MenuAction[]
  /** Resolves to the IDs of the clients whose sessions have ended. */
  readonly kickSelected: (rows: readonly ClientRow[]) => Promise<readonly string[]>
  /** Resolves to the IDs of the clients that are now banned. */
  readonly banSelected: (rows: readonly ClientRow[]) => Promise<readonly string[]>
}

function useClientActions(): ClientActions {
  const go = useGo()
  return {
    rowActions: (client) => [
      ...(canAddress(client.clientid)
        ? [
            {
              label: m.open,
              onSelect: () => void go(linkTo('client', { clientId: client.clientid })),
            },
          ]
        : []),
      {
        label: `${kickVerb(client)}…`,
        danger: true,
        disabledReason: kickClient.findDisabledReason(client),
        onSelect: () => void kickClient.run(client),
      },
      {
        label: clientWords.ban,
        danger: true,
        disabledReason: whyNoWrite(),
        onSelect: () => void banClient(client),
      },
    ],
    kickSelected: (rows) => kickMany(rows),
    banSelected: async (rows) => (await banClients(rows)).map(({ clientid }) => clientid),
  }
}

const batchSize = 1000

const rowKey = ({ clientid }: ClientRow) => clientid

export function ClientsPage() {
  const nodeList = useQuery(read(nodes.list, {}))
  const { data: now } = useQuery(read(monitor.current, {}, { pollSeconds: 10 }))
  const filters = clientFilters(nodeList.data ?? [])
  const search = useListSearch('clients', filters)
  const refresh = useRefreshChoice(
    'clientTableRefresh',
    30,
    isFuzzy(search.filters) ? m.whyNoRefresh : undefined,
  )
  const { query, paging } = useClientList(search, now?.connections, refresh.pollSeconds)
  const selection = useSelection<ClientRow>()
  const { rowActions, kickSelected, banSelected } = useClientActions()
  const isFiltered = Object.keys(search.filters).length > 0
  const changeFilters = (values: FilterValues) => {
    selection.clear()
    search.setFilters(values)
  }
  const summary =
    now && m.summary(formatNumber(now.live_connections), formatNumber(now.connections - now.live_connections))
  return (
    <Page
      title={m.title}
      {...(summary === undefined ? {} : { summary })}
      actions={<Link to={linkTo('topClients')}>{topWords.open}</Link>}
    >
      <DataTable
        page="clients"
        label={m.label}
        columns={clientColumns}
        columnsKey="clientTableColumns"
        rowKey={rowKey}
        rowLabel={({ clientid }) => visibleText(clientid, 80)}
        query={query}
        paging={paging}
        refresh={refresh}
        selection={whyNoWrite() === undefined ? selection : undefined}
        bulkActions={(rows) => (
          <>
            <DangerButton label={m.kickMany} onClick={() => void kickSelected(rows).then(selection.forget)} />
            <DangerButton
              label={clientWords.ban}
              onClick={() => void banSelected(rows).then(selection.forget)}
            />
            <CopyButton text={() => rows.map(rowKey).join('\n')} name={m.copyIds} />
          </>
        )}
        rowActions={rowActions}
        filters={<FilterBar filters={filters} values={search.filters} onChange={changeFilters} />}
        actions={
          isFiltered && (
            <ActOnMatching
              key={JSON.stringify(search.filters)}
              label={m.kickAllMatching}
              collect={(signal) => allClients(search.filters, signal)}
              noneMatch={m.noneMatch}
              onRows={kickSelected}
            />
          )
        }
        exportName="clients"
        exportAll={(signal) => allClients(search.filters, signal)}
        empty={
          isFiltered ? (
            <EmptyState title={m.noneMatch} action={<WatchAbsent clientid={search.filters['clientid']} />}>
              {m.noneMatchText}
            </EmptyState>
          ) : (
            <EmptyState title={m.emptyTitle}>{m.emptyText}</EmptyState>
          )
        }
      />
    </Page>
  )
}

/** Links to the page of an absent client, which can watch whether the device is trying to connect. */
function WatchAbsent({ clientid }: { readonly clientid: string | undefined }) {
  if (clientid === undefined || !canAddress(clientid)) return null
  return <Link to={linkTo('client', { clientId: clientid })}>{m.watchAbsent}</Link>
}

/** Yields all matching clients in batches, for an export or for an action on all of them. */
async function* allClients(values: FilterValues, signal: AbortSignal): AsyncGenerator<readonly ClientRow[]> {
  const given = clientQuery(values)
  if (chooseRoute(values, true) === 'paged') {
    for (let page = 1; ; page += 1) {
      const node = values['node'] === undefined ? {} : { node: values['node'] }
      const query = { page, limit: batchSize, ...given, ...node }
      const { data } = await request(clients.list, { query }, { signal })
      if (data.length === 0) return
      yield data
      if (data.length < batchSize) return
    }
  }
  for (let cursor: string | undefined; ; ) {
    const query = { limit: batchSize, ...given, ...(cursor === undefined ? {} : { cursor }) }
    const { data, meta } = await request(clients.listByCursor, { query }, { signal })
    if (data.length > 0) yield data
    if (meta.cursor === undefined) return
    cursor = meta.cursor
  }
}

const yesOrNo = [
  { value: 'true', label: m.yes },
  { value: 'false', label: m.no },
]

/**
 * Returns all filters of `GET /clients`. Exact comparison comes first, because a substring makes the broker scan
 * every session.
 */
function clientFilters(nodes: readonly Node[]): readonly Filter<FilterOf<'clients'>>[] {
  return [
    {
      kind: 'text',
      label: m.client,
      exact: 'clientid',
      contains: 'like_clientid',
      isMain: true,
      mono: true,
    },
    { kind: 'text', label: m.username, exact: 'username', contains: 'like_username', isMain: true },
    { kind: 'text', label: m.ip, exact: 'ip_address', isMain: true, mono: true },
    {
      kind: 'select',
      label: m.state,
      key: 'conn_state',
      options: [
        { value: 'connected', label: m.connectedState },
        { value: 'idle', label: m.idleState },
        { value: 'disconnected', label: m.disconnectedState },
      ],
    },
    {
      kind: 'select',
      label: m.node,
      key: 'node',
      isOpenEnded: true,
      options: nodes.map(({ node }) => ({ value: node, label: visibleText(node) })),
    },
    {
      kind: 'select',
      label: m.protocolVersion,
      key: 'proto_ver',
      options: [
        { value: '5', label: '5.0' },
        { value: '4', label: '3.1.1' },
        { value: '3', label: '3.1' },
      ],
    },
    { kind: 'select', label: m.cleanStart, key: 'clean_start', options: yesOrNo },
    { kind: 'date-time', label: m.connectedAt, from: 'gte_connected_at', to: 'lte_connected_at' },
    { kind: 'date-time', label: m.createdAt, from: 'gte_created_at', to: 'lte_created_at' },
  ]
}
