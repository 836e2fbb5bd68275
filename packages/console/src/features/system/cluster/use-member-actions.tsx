import type { Node } from '@brokerdeck/contract/monitoring/nodes.ts'
import { cluster } from '@brokerdeck/contract/system/cluster.ts'
import IconArrowRight from '@tabler/icons-react/dist/esm/icons/IconArrowRight.mjs'
import IconPlugConnectedX from '@tabler/icons-react/dist/esm/icons/IconPlugConnectedX.mjs'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { action, to } from '#acting/action.tsx'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { isRunning } from '#domain/cluster-node/node-versions.ts'
import { forgetNode } from '#domain/cluster-node/use-cluster-nodes.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { paths } from '#lib/paths.ts'
import { visibleText } from '#lib/visible-text.ts'
import type { MenuAction } from '#ui/menu.tsx'
import { cluster as m } from '../messages/cluster.ts'

/** The rest of the cluster waits for the one that leaves. */
const leaveTimeoutMs = 60_000

const removeMember = action<Node>(
  to(cluster.forceLeave, ({ node }) => ({ params: { node } }), { timeoutMs: leaveTimeoutMs }),
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
      danger: true,
      typedName: node.node,
    }),
    told: ({ node }) => m.left(visibleText(node)),
  },
)

/** What can be done with a member. */
export function useMemberActions(self: string | undefined): (node: Node) => readonly MenuAction[] {
  const navigate = useNavigate()
  const client = useQueryClient()
  const remove = async (node: Node) => {
    if (await removeMember.run(node)) forgetNode(client, node.node)
  }
  return (node) => [
    {
      label: m.openNode,
      icon: <IconArrowRight size={16} stroke={1.5} aria-hidden />,
      onSelect: () => void navigate({ to: paths.node(node.node) }),
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
