import { type CachedDecision, clients } from '@brokerdeck/contract/traffic/clients.ts'
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs'
import { useQuery } from '@tanstack/react-query'
import { read, whyNoWrite } from '#api/query.ts'
import { clearCache } from '#domain/client/clear-cache.ts'
import { client as m } from '#features/traffic/messages/client.ts'
import { joinFacts } from '#i18n/sentences.ts'
import type { Column } from '#kit/table/column.ts'
import { DataTable } from '#kit/table/data-table.tsx'
import { tableQuery } from '#resource/broker-list/table-query.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Panel } from '#ui/panel.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { EmptyState } from '#ui/states.tsx'
import { Status } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'

const actionLabels: Record<CachedDecision['access']['action_type'], string> = {
  publish: m.publish,
  subscribe: m.subscribe,
}

function printAccess({ action_type: action, qos, retain }: CachedDecision['access']): string {
  const words = [actionLabels[action], m.qos(String(qos))]
  if (retain === true) words.push(m.retained)
  return joinFacts(words)
}

const columns: readonly Column<CachedDecision>[] = [
  {
    id: 'topic',
    header: m.topic,
    cell: ({ topic }) => <Verbatim text={topic} mono focusable />,
    value: ({ topic }) => topic,
    mono: true,
    sortable: true,
    phone: 'name',
  },
  {
    id: 'access',
    header: m.action,
    cell: ({ access }) => printAccess(access),
    value: ({ access }) => printAccess(access),
    sortable: true,
    width: 160,
    phone: 'pair',
  },
  {
    id: 'result',
    header: m.decision,
    cell: ({ result }) => (
      <Status kind={result === 'allow' ? 'ok' : 'bad'}>{result === 'allow' ? m.allow : m.deny}</Status>
    ),
    value: ({ result }) => result,
    sortable: true,
    width: 100,
    phone: 'status',
  },
  {
    id: 'updated_time',
    header: m.decided,
    cell: ({ updated_time: at }) => <RelativeTime at={at} />,
    value: ({ updated_time: at }) => at,
    sortable: true,
    width: 120,
    phone: 'pair',
  },
]

/** Lists the decisions about publishing and subscribing that a node has cached. */
export function AuthorizationCachePanel({ clientid }: { readonly clientid: string }) {
  const params = { clientid }
  const query = useQuery(read(clients.authorizationCache, { params }))
  const clear = async () => {
    await clearCache.run(clientid)
  }
  return (
    <Panel
      title={m.cache}
      caption={m.cacheCaption}
      actions={
        <>
          <IconButton
            label={m.cacheRefresh}
            aria-busy={query.isFetching || undefined}
            onClick={() => void query.refetch()}
          >
            <IconRefresh size={16} stroke={1.5} />
          </IconButton>
          <Button
            size="small"
            disabledReason={whyNoWrite() ?? (query.data?.length === 0 ? m.cacheNothing : undefined)}
            onClick={() => void clear()}
          >
            {m.cacheClear}
          </Button>
        </>
      }
    >
      <DataTable
        label={m.cache}
        columns={columns}
        rowKey={({ access, topic }) => JSON.stringify([topic, access])}
        query={tableQuery(query, (data) => data)}
        empty={<EmptyState title={m.cacheNone}>{m.cacheNoneText}</EmptyState>}
      />
    </Panel>
  )
}
