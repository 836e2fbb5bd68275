import { useMemo } from 'react'
import { describeError } from '#api/errors.ts'
import { nodeColumns } from '#domain/cluster-node/node-columns.tsx'
import { isRunning, listNodeVersions } from '#domain/cluster-node/node-versions.ts'
import type { ClusterNode } from '#domain/cluster-node/seen-nodes.ts'
import { useClusterNodes } from '#domain/cluster-node/use-cluster-nodes.ts'
import { VersionWarning } from '#domain/cluster-node/version-warning.tsx'
import { nodes as m } from '#features/monitoring/messages/nodes.ts'
import { Page } from '#kit/page/page.tsx'
import type { Column } from '#kit/table/column.ts'
import { DataTable } from '#kit/table/data-table.tsx'
import { Tag } from '#ui/marks.tsx'

/** Returns the columns; the version column marks nodes that differ once there are at least two versions. */
function columnsFor(versions: readonly string[]): readonly Column<ClusterNode>[] {
  const [usual] = versions
  if (versions.length < 2) return nodeColumns
  return nodeColumns.map((column) =>
    column.id === 'version'
      ? {
          ...column,
          cell: (node) => (
            <>
              {column.cell(node)}{' '}
              {isRunning(node) && node.version !== usual && <Tag tone="warn">{m.otherVersion}</Tag>}
            </>
          ),
        }
      : column,
  )
}

/** Lists the nodes of the cluster. */
export function NodesPage() {
  const { query, list: rows } = useClusterNodes()
  const versions = useMemo(() => listNodeVersions(rows ?? []), [rows])
  const columns = useMemo(() => columnsFor(versions), [versions])
  const running = rows?.filter(isRunning).length ?? 0
  return (
    <Page title={m.title} summary={rows && m.summary(running, rows.length - running)}>
      <VersionWarning versions={versions} />
      <DataTable
        label={m.title}
        columns={columns}
        rowKey={({ node }) => node}
        query={{
          rows,
          isPending: query.isPending,
          isFetching: query.isFetching,
          problem: query.error ? describeError(query.error) : undefined,
          refetch: () => void query.refetch(),
        }}
        exportName="nodes"
      />
    </Page>
  )
}
