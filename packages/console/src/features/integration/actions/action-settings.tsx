import { type ActionSummary, actions } from '@brokerdeck/contract/integration/actions.ts'
import { rules } from '@brokerdeck/contract/integration/rules.ts'
import { useQuery } from '@tanstack/react-query'
import { read } from '#api/query.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { useConnectorNames } from '../bridges/bridge-endpoints.ts'
import { bridgeId, isOfWebhook } from '../bridges/bridge-parts.tsx'
import { BridgeSettings } from '../bridges/bridge-settings.tsx'
import { actionSettings as m, actions as words } from '../messages/bridges.ts'

interface ActionSettingsProps {
  readonly kind: 'action' | 'source'
  readonly bridge: ActionSummary
}

/** What can be set of an action or a source, with what becomes of messages that wait when it is. */
export function ActionSettings({ kind, bridge }: ActionSettingsProps) {
  return (
    <BridgeSettings
      kind={kind}
      bridge={bridge}
      connectors={useConnectorNames(bridge.type)}
      sql={useStatement(bridge)}
      impact={kind === 'source' ? m.sourceImpact : <ActionImpact bridge={bridge} />}
      ofWebhook={isOfWebhook(bridge) ? words.ofWebhook : undefined}
    />
  )
}

/** Of the first rule that uses it: what its placeholders can name. */
function useStatement({ rules: [id] }: ActionSummary): string | undefined {
  const { data } = useQuery({
    ...read(rules.get, { params: { id: id ?? '' } }),
    enabled: id !== undefined,
    retry: false,
  })
  return data?.sql
}

/** How many messages would be lost if it were applied now. */
function ActionImpact({ bridge }: Pick<ActionSettingsProps, 'bridge'>) {
  const given = { params: { id: bridgeId(bridge) } }
  const { data } = useQuery(read(actions.metrics, given, { pollSeconds: 5 }))
  const waiting = data === undefined ? undefined : data.metrics.queuing + data.metrics.inflight
  return waiting === undefined ? m.actionImpact : m.actionImpactNow(waiting, formatNumber(waiting))
}
