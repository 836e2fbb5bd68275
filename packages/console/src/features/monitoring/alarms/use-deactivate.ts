import { type Alarm, alarms } from '@brokerdeck/contract/monitoring/alarms.ts'
import { cluster } from '@brokerdeck/contract/system/cluster.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { describeError } from '#api/describe-problem.ts'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { read, write } from '#api/query.ts'
import { confirm } from '#kit/dialogs/confirm.tsx'
import { notify } from '#kit/dialogs/notify.tsx'
import { visibleText } from '#lib/visible-text.ts'
import type { MenuAction } from '#ui/menu.tsx'
import { m } from './messages.ts'

/** Behind a load balancer, another node may answer the next time. */
const pollSeconds = 15

/**
 * The request names the alarm and not the node, and the node that takes it ends its own alarm of that name. So it is
 * offered for the alarms of the node that answers.
 */
export function useDeactivate(): (alarm: Alarm) => MenuAction {
  const self = useQuery(read(cluster.get, {}, { pollSeconds })).data?.self
  const { mutateAsync } = useMutation(write(alarms.deactivate))
  const deactivate = async ({ name, node }: Alarm) => {
    const isMeant = await confirm({
      title: m.deactivateTitle(visibleText(name, 80)),
      body: m.deactivateBody(visibleText(node, 80)),
      action: m.deactivate,
      danger: true,
    })
    if (!isMeant) return
    try {
      await mutateAsync({ body: { name } })
      notify.success(m.deactivated)
    } catch (error) {
      const { title, detail } = describeError(error)
      notify.failure(title, detail)
    }
  }
  return (alarm) => {
    const isElsewhere = self !== undefined && self !== alarm.node
    const elsewhere = isElsewhere
      ? m.otherNode(visibleText(alarm.node, 80), visibleText(self, 80))
      : undefined
    return {
      label: m.deactivateAsk,
      danger: true,
      disabledReason: whyNoWrite() ?? elsewhere,
      onSelect: () => void deactivate(alarm),
    }
  }
}
