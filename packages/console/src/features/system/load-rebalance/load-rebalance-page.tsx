import { nodes } from '@brokerdeck/contract/monitoring/nodes.ts'
import {
  type Evacuation,
  type GlobalStatus,
  loadRebalance,
  type Rebalance,
} from '@brokerdeck/contract/system/load-rebalance.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { describeError } from '#api/errors.ts'
import { read, whyNoWrite } from '#api/query.ts'
import { nodeColumns } from '#domain/cluster-node/node-columns.tsx'
import { isRunning } from '#domain/cluster-node/node-versions.ts'
import type { ClusterNode } from '#domain/cluster-node/seen-nodes.ts'
import { byNodeName } from '#domain/cluster-node/seen-nodes.ts'
import { EnterpriseOnly } from '#domain/edition/enterprise-only.tsx'
import { loadRebalance as m } from '#features/system/messages/operations.ts'
import { askDialog } from '#kit/dialogs/dialog-store.ts'
import { Page } from '#kit/page/page.tsx'
import { DataTable } from '#kit/table/data-table.tsx'
import { tableQuery } from '#resource/broker-list/table-query.ts'
import { Button } from '#ui/button.tsx'
import type { MenuAction } from '#ui/overlays.tsx'
import { Panel } from '#ui/panel.tsx'
import { ErrorState } from '#ui/states.tsx'
import classes from './load-rebalance-page.module.css'
import { RunningOperations, stopEvacuation } from './running-operations.tsx'

const EvacuateDialog = lazy(async () => ({ default: (await import('./start-dialogs.tsx')).EvacuateDialog }))
const RebalanceDialog = lazy(async () => ({
  default: (await import('./start-dialogs.tsx')).RebalanceDialog,
}))

const columns = nodeColumns.filter(({ id }) =>
  ['node', 'status', 'role', 'connections', 'sessions'].includes(id),
)

type Taking = Evacuation & Partial<Pick<Rebalance, 'donors'>>

const all = ({ evacuations, rebalances, purges }: GlobalStatus): readonly Taking[] => [
  ...evacuations,
  ...rebalances,
  ...purges,
]

const pollSeconds = (known: GlobalStatus | undefined) =>
  known === undefined || all(known).length === 0 ? 10 : 2

/** Starts operations that move clients and sessions away from nodes, and shows their progress. */
export function LoadRebalancePage() {
  return (
    <EnterpriseOnly title={m.title} part={m.part}>
      <Operations />
    </EnterpriseOnly>
  )
}

function Operations() {
  const query = useQuery(read(loadRebalance.global, {}, { pollSeconds }))
  const { data: status, error } = query
  const members = useQuery(read(nodes.list, {}, { pollSeconds: pollSeconds(status) }))
  const rows = members.data?.toSorted(byNodeName) ?? []
  const running = rows.filter(isRunning)
  const count = status === undefined ? 0 : all(status).length
  const busy = new Set(status === undefined ? [] : all(status).flatMap(giving))
  const rebalance = () => void askDialog<void>((close) => <RebalanceDialog nodes={running} onClose={close} />)
  const evacuate = (node: ClusterNode) => {
    if (!isRunning(node)) return
    const others = running.filter((one) => one.node !== node.node)
    void askDialog<void>((close) => <EvacuateDialog node={node} others={others} onClose={close} />)
  }
  const whyNotEvacuate = (node: ClusterNode) => {
    if (!isRunning(node)) return m.notRunning
    if (busy.has(node.node)) return m.busy
    return running.length < 2 ? m.alone : undefined
  }
  const rowActions = (node: ClusterNode): readonly MenuAction[] =>
    status?.evacuations.some((one) => one.node === node.node) === true
      ? [
          {
            label: m.stopEvacuation,
            danger: true,
            disabledReason: stopEvacuation.findDisabledReason(node),
            onSelect: () => void stopEvacuation.run(node),
          },
        ]
      : [
          {
            label: m.evacuate,
            danger: true,
            disabledReason: whyNoWrite() ?? whyNotEvacuate(node),
            onSelect: () => evacuate(node),
          },
        ]
  const whyNotRebalance = running.length < 2 ? m.alone : count > 0 ? m.busyCluster : undefined
  return (
    <Page
      title={m.title}
      {...(status === undefined ? {} : { summary: count === 0 ? m.idle : m.running(count) })}
      actions={
        <Button
          size="small"
          variant="primary"
          disabledReason={whyNoWrite() ?? whyNotRebalance}
          onClick={rebalance}
        >
          {m.rebalance}
        </Button>
      }
    >
      <div className={classes['stack']}>
        {status === undefined && error !== null && (
          <Panel label={m.title}>
            <ErrorState {...describeError(error)} onRetry={() => void query.refetch()} />
          </Panel>
        )}
        {status !== undefined && <RunningOperations status={status} />}
        <Panel title={m.nodes}>
          <DataTable
            label={m.nodes}
            columns={columns}
            rowKey={({ node }) => node}
            query={tableQuery(members, () => rows)}
            rowActions={rowActions}
            exportName="rebalance"
          />
        </Panel>
        <p className={classes['note']}>
          {m.healthCheck} <code>GET /api/v5/load_rebalance/availability_check</code>
        </p>
      </div>
    </Page>
  )
}

/** Returns the nodes that give clients away. Nodes that only receive clients can be asked to give as well. */
function giving({ node, donors = [node] }: Taking): readonly string[] {
  return donors
}
