import { nodes } from '@brokerdeck/contract/monitoring/nodes.ts'
import { cluster } from '@brokerdeck/contract/system/cluster.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { read } from '#api/query.ts'
import { tableQuery } from '#domain/broker-list/table-query.ts'
import { nodeColumns } from '#domain/cluster-node/node-columns.tsx'
import { byNodeName } from '#domain/cluster-node/node-order.ts'
import { versionsOf } from '#domain/cluster-node/node-versions.ts'
import type { ClusterNode } from '#domain/cluster-node/seen-nodes.ts'
import { VersionWarning } from '#domain/cluster-node/version-warning.tsx'
import { Page } from '#kit/page/page.tsx'
import type { Column } from '#kit/table/column.ts'
import { DataTable } from '#kit/table/data-table.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/panel.tsx'
import { Tag } from '#ui/tag.tsx'
import { cluster as m } from '../messages/cluster.ts'
import classes from './cluster-page.module.css'
import { InvitationsPanel } from './invitations-panel.tsx'
import { TelemetryPanel } from './telemetry-panel.tsx'
import { TopologyPanel } from './topology-panel.tsx'
import { useMemberActions } from './use-member-actions.tsx'

const shown = ['node', 'status', 'role', 'version', 'connections', 'sessions', 'uptime']

const pollSeconds = 10
const InviteDialog = lazy(async () => ({ default: (await import('./invite-dialog.tsx')).InviteDialog }))

/** Who belongs to the cluster, and who is to. */
export function ClusterPage() {
  const { data: facts } = useQuery(read(cluster.get, {}, { pollSeconds }))
  const query = useQuery(read(nodes.list, {}, { pollSeconds }))
  const [isInviting, setIsInviting] = useState(false)
  const rows = useMemo(() => query.data?.toSorted(byNodeName) ?? [], [query.data])
  const columns = useMemo(() => memberColumns(facts?.self), [facts?.self])
  const rowActions = useMemberActions(facts?.self)
  return (
    <Page
      title={m.title}
      summary={facts && m.summary(visibleText(facts.name), facts.nodes.length)}
      actions={
        <Button
          size="small"
          variant="primary"
          disabledReason={whyNoWrite()}
          onClick={() => setIsInviting(true)}
        >
          {m.invite}
        </Button>
      }
    >
      <VersionWarning versions={versionsOf(rows)} />
      <div className={classes['stack']}>
        <InvitationsPanel />
        <Panel title={m.members}>
          <DataTable
            label={m.members}
            columns={columns}
            rowKey={({ node }) => node}
            query={tableQuery(query, () => rows)}
            rowActions={rowActions}
            exportName="cluster"
            fit="part"
          />
        </Panel>
        <TopologyPanel />
        <TelemetryPanel />
      </div>
      {isInviting && (
        <Suspense fallback={null}>
          <InviteDialog onClose={() => setIsInviting(false)} />
        </Suspense>
      )}
    </Page>
  )
}

/** Columns of the members; the node that answers is marked. */
function memberColumns(self: string | undefined): readonly Column<ClusterNode>[] {
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
