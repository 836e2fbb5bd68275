import type { RunningNode } from '@brokerdeck/contract/monitoring/nodes.ts'
import { clusterNode as nodeWords } from '#domain/cluster-node/messages.ts'
import { NodeLoad, NodeMemory } from '#domain/cluster-node/node-columns.tsx'
import { NodeStatus, nodeRole } from '#domain/cluster-node/node-status.tsx'
import { nodes as m } from '#features/monitoring/messages/nodes.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { formatDuration } from '#i18n/format-time.ts'
import { Panel } from '#ui/panel.tsx'
import { type PropertyGroup, PropertyList } from '#ui/property-list.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { Skeleton } from '#ui/states.tsx'
import { Verbatim } from '#ui/verbatim.tsx'

interface NodePropertiesProps {
  readonly node: RunningNode | undefined
  /** The time when the uptime was measured. */
  readonly answeredAt: number
}

/** Shows everything that a node reports about itself. */
export function NodeProperties({ node, answeredAt }: NodePropertiesProps) {
  return (
    <Panel title={m.properties} padded={!node}>
      {node ? <PropertyList groups={buildGroups(node, answeredAt)} /> : <Skeleton height={400} />}
    </Panel>
  )
}

function buildGroups(node: RunningNode, answeredAt: number): readonly PropertyGroup[] {
  const text = (label: string, value: string) => ({
    label,
    value: <Verbatim text={value} focusable />,
    mono: true,
    copy: value,
  })
  return [
    {
      title: m.general,
      properties: [
        text(m.name, node.node),
        { label: nodeWords.status, value: <NodeStatus node={node} /> },
        { label: nodeWords.role, value: nodeRole(node) },
        { label: m.version, value: <Verbatim text={node.version} /> },
        { label: m.edition, value: <Verbatim text={node.edition} /> },
        {
          label: m.erlang,
          definition: m.erlangMeaning,
          value: <Verbatim text={node.otp_release} />,
          mono: true,
        },
        { label: m.uptime, value: formatDuration(node.uptime) },
        { label: m.startedAt, value: <RelativeTime at={answeredAt - node.uptime} /> },
      ],
    },
    {
      title: m.resources,
      properties: [
        { label: nodeWords.memory, definition: nodeWords.memoryMeaning, value: <NodeMemory node={node} /> },
        { label: nodeWords.load, definition: nodeWords.loadMeaning, value: <NodeLoad node={node} /> },
        {
          label: m.processes,
          definition: nodeWords.processesMeaning,
          value: m.processesOf(formatNumber(node.process_used), formatNumber(node.process_available)),
        },
        {
          label: m.maxFds,
          definition: m.maxFdsMeaning,
          value: m.maxFdsValue(formatNumber(node.max_fds)),
        },
        {
          label: m.clusterSessions,
          definition: m.clusterSessionsMeaning,
          value: formatNumber(node.cluster_sessions),
        },
      ],
    },
    { title: m.paths, properties: [text(m.systemPath, node.sys_path), text(m.logPath, node.log_path)] },
  ]
}
