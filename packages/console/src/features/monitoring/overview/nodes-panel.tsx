import { Link } from '@tanstack/react-router'
import { nodeColumns } from '#domain/cluster-node/node-columns.tsx'
import { isRunning } from '#domain/cluster-node/node-versions.ts'
import type { ClusterNode } from '#domain/cluster-node/seen-nodes.ts'
import { DataTable } from '#kit/table/data-table.tsx'
import type { TableQuery } from '#kit/table/table-query.ts'
import { paths } from '#lib/paths.ts'
import { Panel } from '#ui/panel.tsx'
import { m } from './messages.ts'

const shown = ['node', 'status', 'role', 'connections', 'memory', 'load', 'uptime']
const columns = nodeColumns.filter(({ id }) => shown.includes(id))

/** The cluster, node by node. */
export function NodesPanel({ query }: { readonly query: TableQuery<ClusterNode> }) {
  const running = query.rows?.filter(isRunning).length ?? 0
  const away = (query.rows?.length ?? 0) - running
  return (
    <Panel
      title={m.nodes}
      {...(query.rows ? { caption: m.nodesCaption(running, away) } : {})}
      actions={<Link to={paths.nodes()}>{m.allNodes}</Link>}
    >
      <DataTable label={m.nodes} columns={columns} rowKey={({ node }) => node} query={query} fit="part" />
    </Panel>
  )
}
