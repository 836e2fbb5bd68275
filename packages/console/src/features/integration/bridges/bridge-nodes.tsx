import { action, send } from '#acting/action.tsx'
import type { BridgeKind } from '#features/integration/bridges/form/bridge-document.ts'
import { bridges as m } from '#features/integration/bridges/messages/bridges.ts'
import { DataTable } from '#kit/table/data-table.tsx'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { FailureReason } from '#resource/failure-cause/failure-reason.tsx'
import type { NodeState } from '#resource/managed-resource.ts'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/panel.tsx'
import { Status } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { useIsPhone } from '#ui/viewport.ts'
import { endpointsOf } from './bridge-endpoints.ts'
import classes from './bridge-parts.module.css'
import { type Bridge, bridgeId, bridgeState } from './bridge-state.ts'

interface OnNode {
  readonly bridge: Bridge
  readonly node: string
}

/** Reconnects on one node only: the other nodes stay connected. */
const reconnecting = (kind: BridgeKind) =>
  action<OnNode>(
    send(endpointsOf[kind].startOnNode, ({ bridge, node }) => ({
      params: { node, id: bridgeId(bridge), operation: 'start' as const },
    })),
    {
      findDisabledReason: ({ bridge }) => (bridge.enable ? undefined : m.whyNoReconnect),
      successMessage: ({ node }) => m.reconnected(node),
    },
  )

const reconnect = {
  connector: reconnecting('connector'),
  action: reconnecting('action'),
  source: reconnecting('source'),
} as const

/**
 * Shows the state on each node: why it does not work there, what to do, and a button to reconnect on that node only.
 */
export function BridgeNodes({ kind, bridge }: { readonly kind: BridgeKind; readonly bridge: Bridge }) {
  const { nodes } = bridgeState(bridge)
  const reconnectOn = (node: string) => ({
    disabledReason: reconnect[kind].findDisabledReason({ bridge, node }),
    run: () => void reconnect[kind].run({ bridge, node }),
  })
  // The cards of a table all have the same height, so they have no room for sentences.
  if (useIsPhone())
    return (
      <Panel title={m.stateByNode}>
        <ul className={classes['nodes']} aria-label={m.stateByNode}>
          {nodes.map(({ node, kind: shape, word, reason = '' }) => {
            const { disabledReason, run } = reconnectOn(node)
            return (
              <li key={node}>
                <Verbatim text={node} mono wrap />
                <Status kind={shape}>{word}</Status>
                <Button size="small" disabledReason={disabledReason} onClick={run}>
                  {m.reconnect}
                </Button>
                {reason !== '' && <FailureReason raw={reason} />}
              </li>
            )
          })}
        </ul>
      </Panel>
    )
  return (
    <Panel title={m.stateByNode}>
      <DataTable
        label={m.stateByNode}
        rowKey={({ node }) => node}
        query={{ rows: nodes, isPending: false, isFetching: false, refetch: () => undefined }}
        columns={[
          verbatimColumn<NodeState>('node', m.node, ({ node }) => node, {
            always: true,
            width: 220,
          }),
          {
            id: 'state',
            header: m.status,
            value: ({ word }) => word,
            cell: ({ kind: shape, word }) => <Status kind={shape}>{word}</Status>,
            width: 140,
          },
          {
            id: 'reason',
            header: m.reason,
            value: ({ reason }) => reason,
            cell: ({ reason = '' }) => <FailureReason raw={reason} />,
            width: 480,
          },
        ]}
        rowActions={({ node }) => {
          const { disabledReason, run } = reconnectOn(node)
          return [{ label: m.reconnect, disabledReason, onSelect: run }]
        }}
      />
    </Panel>
  )
}
