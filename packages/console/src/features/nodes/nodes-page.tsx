import { type Node, nodes } from '@brokerdeck/contract/nodes.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { describeError } from '#api/describe-problem.ts'
import { read } from '#api/query.ts'
import { nodeColumns } from '#domain/cluster-node/node-columns.tsx'
import { byNodeName } from '#domain/cluster-node/node-order.ts'
import { isRunning, versionsOf } from '#domain/cluster-node/node-versions.ts'
import { VersionWarning } from '#domain/cluster-node/version-warning.tsx'
import { Page } from '#kit/page/page.tsx'
import type { Column } from '#kit/table/column.ts'
import { DataTable } from '#kit/table/data-table.tsx'
import { Tag } from '#ui/tag.tsx'
import { m } from './messages.ts'

const pollSeconds = 10

/** The column says which nodes differ, once there is something to differ from. */
function columnsFor(versions: readonly string[]): readonly Column<Node>[] {
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

/** The nodes of the cluster. */
export function NodesPage() {
  const query = useQuery(read(nodes.list, {}, { pollSeconds }))
  const rows = useMemo(() => query.data?.toSorted(byNodeName), [query.data])
  const versions = useMemo(() => versionsOf(rows ?? []), [rows])
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
        exportName={m.exportName}
        fit="part"
      />
    </Page>
  )
}
