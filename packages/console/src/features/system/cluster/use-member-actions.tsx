import type { Node } from '@brokerdeck/contract/monitoring/nodes.ts'
import { cluster } from '@brokerdeck/contract/system/cluster.ts'
import IconArrowRight from '@tabler/icons-react/dist/esm/icons/IconArrowRight.mjs'
import IconPlugConnectedX from '@tabler/icons-react/dist/esm/icons/IconPlugConnectedX.mjs'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { describeError } from '#api/describe-problem.ts'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { write } from '#api/query.ts'
import { isRunning } from '#domain/cluster-node/node-versions.ts'
import { forgetNode } from '#domain/cluster-node/use-cluster-nodes.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { confirm } from '#kit/dialogs/confirm.tsx'
import { notify } from '#kit/dialogs/notify.tsx'
import { paths } from '#lib/paths.ts'
import { visibleText } from '#lib/visible-text.ts'
import type { MenuAction } from '#ui/menu.tsx'
import { m } from './messages.ts'

/** The rest of the cluster waits for the one that leaves. */
const leaveTimeoutMs = 60_000

/** What can be done with a member. */
export function useMemberActions(self: string | undefined): (node: Node) => readonly MenuAction[] {
  const navigate = useNavigate()
  const client = useQueryClient()
  const leave = useMutation(
    write(cluster.forceLeave, {
      timeoutMs: leaveTimeoutMs,
    }),
  )
  const remove = async (node: Node) => {
    const name = visibleText(node.node)
    const isSure = await confirm({
      title: m.leaveTitle(name),
      body: (
        <>
          <p>{whatIsLost(node)}</p>
          <p>{m.leaveAfter}</p>
        </>
      ),
      action: m.leaveAction,
      danger: true,
      typedName: node.node,
    })
    if (!isSure) return
    leave.mutate(
      { params: { node: node.node } },
      {
        onSuccess: () => {
          forgetNode(client, node.node)
          notify.success(m.left(name))
        },
        onError: (error) => {
          const { title, detail } = describeError(error)
          notify.failure(title, detail)
        },
      },
    )
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
