import { nodeColumns } from '#domain/cluster-node/node-columns.tsx'
import type { ClusterNode } from '#domain/cluster-node/seen-nodes.ts'
import type { Column } from '#kit/table/column.ts'
import { Tag } from '#ui/tag.tsx'
import { m } from './messages.ts'

const shown = ['node', 'status', 'role', 'version', 'connections', 'sessions', 'uptime']

/** Columns of the members; the node that answers is marked. */
export function memberColumns(self: string | undefined): readonly Column<ClusterNode>[] {
  return nodeColumns
    .filter(({ id }) => shown.includes(id))
    .map((column) =>
      column.id === 'node'
        ? {
            ...column,
            cell: (node) => (
              <>
                {column.cell(node)} {node.node === self && <Tag tone="accent">{m.answers}</Tag>}
              </>
            ),
          }
        : column,
    )
}
