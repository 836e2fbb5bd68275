import { type ListenerSummary, listeners } from '@brokerdeck/contract/settings/listeners.ts'
import { useQuery } from '@tanstack/react-query'
import { describeError } from '#api/errors.ts'
import { read } from '#api/query.ts'
import { nodes as m } from '#features/monitoring/messages/nodes.ts'
import { Link } from '#kit/page/link.tsx'
import type { Column } from '#kit/table/column.ts'
import { DataTable } from '#kit/table/data-table.tsx'
import { linkTo } from '#routes/routes.ts'
import { Amount } from '#ui/marks.tsx'
import { Panel } from '#ui/panel.tsx'
import { Status } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'

interface NodeListener {
  readonly listener: ListenerSummary
  readonly status: ListenerSummary['status']
}

const columns: readonly Column<NodeListener>[] = [
  {
    id: 'listener',
    header: m.listener,
    cell: ({ listener: { id } }) => (
      <Link to={linkTo('listener', { id })}>
        <Verbatim text={id} mono />
      </Link>
    ),
    value: ({ listener }) => listener.id,
    always: true,
    phone: 'name',
  },
  {
    id: 'bind',
    header: m.bind,
    cell: ({ listener }) => <Verbatim text={String(listener.bind)} mono />,
    value: ({ listener }) => String(listener.bind),
    phone: 'pair',
  },
  {
    id: 'status',
    header: m.listenerStatus,
    cell: (row) => <ListenerState {...row} />,
    value: ({ status }) => String(status.running),
    phone: 'status',
  },
  {
    id: 'connections',
    header: m.listenerConnections,
    cell: ({ status }) => <Amount value={status.current_connections} />,
    value: ({ status }) => status.current_connections,
    align: 'end',
    phone: 'pair',
  },
]

/** Lists the listeners through which clients can reach this node, with their numbers of clients. */
export function NodeListeners({ node }: { readonly node: string }) {
  const query = useQuery(read(listeners.list, {}, { pollSeconds: 30 }))
  const rows = query.data?.flatMap((listener): readonly NodeListener[] => {
    const own = listener.node_status.find((each) => each.node === node)
    return own ? [{ listener, status: own.status }] : []
  })
  return (
    <Panel title={m.listeners} actions={<Link to={linkTo('listeners')}>{m.allListeners}</Link>}>
      <DataTable
        label={m.listeners}
        columns={columns}
        rowKey={({ listener }) => listener.id}
        query={{
          rows,
          isPending: query.isPending,
          isFetching: query.isFetching,
          problem: query.error ? describeError(query.error) : undefined,
          refetch: () => void query.refetch(),
        }}
      />
    </Panel>
  )
}

function ListenerState({ listener: { enable }, status }: NodeListener) {
  if (status.running === true) return <Status kind="ok">{m.listenerRunning}</Status>
  return <Status kind={enable ? 'bad' : 'off'}>{enable ? m.listenerFailed : m.listenerDisabled}</Status>
}
