import { type Alarm, alarms } from '@brokerdeck/contract/monitoring/alarms.ts'
import { cluster } from '@brokerdeck/contract/system/cluster.ts'
import { useQuery } from '@tanstack/react-query'
import { action, to } from '#acting/action.tsx'
import { read } from '#api/query.ts'
import { visibleText } from '#lib/visible-text.ts'
import type { MenuAction } from '#ui/overlays.tsx'
import { alarms as m } from '../messages/alarms.ts'

/** Behind a load balancer, another node may answer the next time. */
const pollSeconds = 15

const deactivate = action<Alarm>(
  to(alarms.deactivate, ({ name }) => ({ body: { name } })),
  {
    ask: ({ name, node }) => ({
      title: m.deactivateTitle(visibleText(name, 80)),
      body: m.deactivateBody(visibleText(node, 80)),
      action: m.deactivate,
      danger: true,
    }),
    told: () => m.deactivated,
  },
)

/**
 * The request names the alarm and not the node, and the node that takes it ends its own alarm of that name. So it is
 * offered for the alarms of the node that answers.
 */
export function useDeactivate(): (alarm: Alarm) => MenuAction {
  const self = useQuery(read(cluster.get, {}, { pollSeconds })).data?.self
  return (alarm) => {
    const isElsewhere = self !== undefined && self !== alarm.node
    const elsewhere = isElsewhere
      ? m.otherNode(visibleText(alarm.node, 80), visibleText(self, 80))
      : undefined
    return {
      label: m.deactivateAsk,
      danger: true,
      disabledReason: deactivate.whyNot(alarm) ?? elsewhere,
      onSelect: () => void deactivate.run(alarm),
    }
  }
}
