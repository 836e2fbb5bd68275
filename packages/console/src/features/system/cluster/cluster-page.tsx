import { type Node, nodes } from '@brokerdeck/contract/monitoring/nodes.ts'
import { type CoreNode, cluster } from '@brokerdeck/contract/system/cluster.ts'
import IconArrowRight from '@tabler/icons-react/dist/esm/icons/IconArrowRight.mjs'
import IconPlugConnectedX from '@tabler/icons-react/dist/esm/icons/IconPlugConnectedX.mjs'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { action, send } from '#acting/action.tsx'
import { describeError } from '#api/errors.ts'
import { read, whyNoWrite } from '#api/query.ts'
import { clusterNode as nodeWords } from '#domain/cluster-node/messages.ts'
import { nodeColumns } from '#domain/cluster-node/node-columns.tsx'
import { isRunning, listNodeVersions } from '#domain/cluster-node/node-versions.ts'
import type { ClusterNode } from '#domain/cluster-node/seen-nodes.ts'
import { byNodeName } from '#domain/cluster-node/seen-nodes.ts'
import { forgetNode } from '#domain/cluster-node/use-cluster-nodes.ts'
import { VersionWarning } from '#domain/cluster-node/version-warning.tsx'
import { cluster as m } from '#features/system/messages/cluster.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { Link, useGo } from '#kit/page/link.tsx'
import { Page } from '#kit/page/page.tsx'
import type { Column } from '#kit/table/column.ts'
import { DataTable } from '#kit/table/data-table.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { tableQuery } from '#resource/broker-list/table-query.ts'
import { linkTo } from '#routes/routes.ts'
import { Button } from '#ui/button.tsx'
import { Tag } from '#ui/marks.tsx'
import type { MenuAction } from '#ui/overlays.tsx'
import { Panel } from '#ui/panel.tsx'
import { ErrorState, Skeleton } from '#ui/states.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import classes from './cluster-page.module.css'
import { InvitationsPanel } from './invitations-panel.tsx'
import { TelemetryPanel } from './telemetry-panel.tsx'

const shown = ['node', 'status', 'role', 'version', 'connections', 'sessions', 'uptime']

const pollSeconds = 10
const InviteDialog = lazy(async () => ({ default: (await import('./invite-dialog.tsx')).InviteDialog }))

/** Shows the members of the cluster and the pending invitations. */
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
      <VersionWarning versions={listNodeVersions(rows)} />
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

/** Returns the columns of the members; the node that responded is marked. */
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

/** Shows the core nodes with their replicants below them. */
function TopologyPanel() {
  const query = useQuery(read(cluster.topology, {}, { pollSeconds: 10 }))
  return (
    <Panel title={m.topology} caption={m.topologyCaption} padded>
      {query.data ? (
        <ul className={classes['cores']}>
          {query.data.map((core) => (
            <Core key={core.core_node} core={core} />
          ))}
        </ul>
      ) : query.error ? (
        <ErrorState
          {...describeError(query.error)}
          title={m.topologyFailed}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      ) : (
        <Skeleton height={64} />
      )}
    </Panel>
  )
}

function Core({ core: { core_node: name, replicant_nodes: replicants } }: { readonly core: CoreNode }) {
  return (
    <li>
      <NodeLink node={name} /> <span className="dim">{nodeWords.core}</span>
      {replicants.length === 0 ? (
        <span className={classes['none']}>{m.noReplicants}</span>
      ) : (
        <ul className={classes['replicants']} aria-label={m.replicantsOf(visibleText(name))}>
          {replicants.map(({ node, streams }) => (
            <li key={node}>
              <NodeLink node={node} /> <span className="dim">{nodeWords.replicant}</span>
              {streams !== undefined && <span className="dim"> {m.streams(formatNumber(streams))}</span>}
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

function NodeLink({ node }: { readonly node: string }) {
  return (
    <Link to={linkTo('node', { node })} className="mono">
      <Verbatim text={node} />
    </Link>
  )
}

/** The timeout in milliseconds: the rest of the cluster waits for the leaving node. */
const leaveTimeoutMs = 60_000

const removeMember = action<Node>(
  send(cluster.forceLeave, ({ node }) => ({ params: { node } }), { timeoutMs: leaveTimeoutMs }),
  {
    ask: (node) => ({
      title: m.leaveTitle(visibleText(node.node)),
      body: (
        <>
          <p>{whatIsLost(node)}</p>
          <p>{m.leaveAfter}</p>
        </>
      ),
      action: m.leaveAction,
      interrupts: isRunning(node) ? 'connections' : 'nothing',
      danger: true,
      typedName: node.node,
    }),
    successMessage: ({ node }) => m.left(visibleText(node)),
  },
)

/** Returns the actions for a member. */
function useMemberActions(self: string | undefined): (node: Node) => readonly MenuAction[] {
  const go = useGo()
  const client = useQueryClient()
  const remove = async (node: Node) => {
    if (await removeMember.run(node)) forgetNode(client, node.node)
  }
  return (node) => [
    {
      label: m.openNode,
      icon: <IconArrowRight size={16} stroke={1.5} aria-hidden />,
      onSelect: () => void go(linkTo('node', { node: node.node })),
    },
    {
      label: m.leave,
      icon: <IconPlugConnectedX size={16} stroke={1.5} aria-hidden />,
      danger: true,
      disabledReason: whyNoWrite() ?? (node.node === self ? m.leaveSelf : undefined),
      onSelect: () => void remove(node),
    },
  ]
}

function whatIsLost(node: Node): string {
  if (!isRunning(node)) return m.leaveStopped
  const { live_connections: live, connections } = node
  return m.leaveRunning(
    m.connections(live, formatNumber(live)),
    m.sessions(connections, formatNumber(connections)),
  )
}
