import type { RunningNode } from '@brokerdeck/contract/monitoring/nodes.ts'
import { formatBytes, formatNumber } from '#i18n/format-number.ts'
import { formatDuration } from '#i18n/format-time.ts'
import { Link } from '#kit/page/link.tsx'
import type { Column, ExportField } from '#kit/table/column.ts'
import { linkTo } from '#routes/routes.ts'
import { Tooltip } from '#ui/floating.tsx'
import { Amount } from '#ui/marks.tsx'
import { Meter } from '#ui/meter.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { memoryUse, toMemoryLevel } from './memory-use.ts'
import { clusterNode as m } from './messages.ts'
import classes from './node-columns.module.css'
import { NodeStatus, nodeRole } from './node-status.tsx'
import { isRunning } from './node-versions.ts'
import type { ClusterNode } from './seen-nodes.ts'

/** Shows the load averages of 1, 5 and 15 minutes; all zero means that the system does not report them. */
export function NodeLoad({ node }: { readonly node: ClusterNode }) {
  const loads = isRunning(node) ? [node.load1, node.load5, node.load15] : []
  if (loads.every((load) => load === 0)) return <span className="dim">—</span>
  return (
    <span className={classes['load']}>
      {loads.map((load, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: 1, 5 and 15 minutes, always these three
        <span key={i}>{formatNumber(load, 2)}</span>
      ))}
    </span>
  )
}

/** Shows the memory of the machine on which a node runs, used by all of its processes. */
export function NodeMemory({ node }: { readonly node: ClusterNode }) {
  const use = isRunning(node) ? memoryUse(node) : undefined
  if (!use) return <span className="dim">—</span>
  const level = toMemoryLevel(use.share)
  return (
    <Tooltip label={m.memoryOf(formatBytes(use.used), formatBytes(use.total))} className={classes['memory']}>
      <Meter value={use.share} label={m.memory} level={level} />
      <span className={classes[level]}>{formatNumber(use.share * 100, 0)} %</span>
    </Tooltip>
  )
}

/** A stopped node reports only its name and role; all other values are unknown. */
function ofRunning<T>(node: ClusterNode, pick: (running: RunningNode) => T): T | undefined {
  return isRunning(node) ? pick(node) : undefined
}

type NodeFieldText =
  | 'live_connections'
  | 'connections'
  | 'memory_used'
  | 'memory_total'
  | 'process_used'
  | `load${1 | 5 | 15}`

/** Returns the fields that an export writes for a running node. */
const toExportFields = (...names: readonly NodeFieldText[]): readonly ExportField<ClusterNode>[] =>
  names.map((id) => ({ id, value: (node) => ofRunning(node, (running) => running[id]) }))

/** A column with the node of each row. */
export const nodeColumn = <Row extends { readonly node: string }>(): Column<Row, never> => ({
  id: 'node',
  header: m.node,
  cell: ({ node }) => (
    <Link to={linkTo('node', { node })}>
      <Verbatim text={node} />
    </Link>
  ),
  value: ({ node }) => node,
  mono: true,
  always: true,
  phone: 'name',
})

/** The columns for all tables of nodes; a table uses the columns that fit. */
export const nodeColumns: readonly Column<ClusterNode>[] = [
  nodeColumn(),
  {
    id: 'status',
    header: m.status,
    cell: (node) => <NodeStatus node={node} />,
    value: (node) => node.node_status,
    fields: [{ id: 'node_status', value: (node) => node.node_status }],
    phone: 'status',
  },
  { id: 'role', header: m.role, cell: nodeRole, value: (node) => node.role },
  {
    id: 'version',
    header: m.version,
    cell: (node) => <Verbatim text={ofRunning(node, ({ version }) => version)} />,
    value: (node) => ofRunning(node, ({ version }) => version),
  },
  {
    id: 'connections',
    header: m.connections,
    definition: m.connectionsMeaning,
    cell: (node) => <Amount value={ofRunning(node, ({ live_connections: live }) => live)} />,
    value: (node) => ofRunning(node, ({ live_connections: live }) => live),
    fields: toExportFields('live_connections'),
    align: 'end',
    phone: 'pair',
  },
  {
    id: 'sessions',
    header: m.sessions,
    definition: m.sessionsMeaning,
    cell: (node) => <Amount value={ofRunning(node, ({ connections }) => connections)} />,
    value: (node) => ofRunning(node, ({ connections }) => connections),
    fields: toExportFields('connections'),
    align: 'end',
  },
  {
    id: 'memory',
    header: m.memory,
    definition: m.memoryMeaning,
    cell: (node) => <NodeMemory node={node} />,
    value: (node) => ofRunning(node, (running) => memoryUse(running)?.share),
    fields: toExportFields('memory_used', 'memory_total'),
    phone: 'pair',
  },
  {
    id: 'processes',
    header: m.processes,
    definition: m.processesMeaning,
    cell: (node) => <Amount value={ofRunning(node, ({ process_used: used }) => used)} />,
    value: (node) => ofRunning(node, ({ process_used: used }) => used),
    fields: toExportFields('process_used'),
    align: 'end',
  },
  {
    id: 'load',
    header: m.load,
    definition: m.loadMeaning,
    cell: (node) => <NodeLoad node={node} />,
    value: (node) => ofRunning(node, ({ load1 }) => load1),
    fields: toExportFields('load1', 'load5', 'load15'),
    align: 'end',
  },
  {
    id: 'uptime',
    header: m.uptime,
    cell: (node) => (
      <Amount value={ofRunning(node, ({ uptime }) => uptime)} format={(uptime) => formatDuration(uptime)} />
    ),
    value: (node) => ofRunning(node, ({ uptime }) => uptime),
    align: 'end',
    phone: 'pair',
  },
]
