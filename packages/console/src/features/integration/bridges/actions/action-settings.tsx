import { type ActionSummary, actions } from '@brokerdeck/contract/integration/actions.ts'
import { type Rule, rules } from '@brokerdeck/contract/integration/rules.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { read } from '#api/query.ts'
import { useConnectorChoices } from '#features/integration/bridges/bridge-endpoints.ts'
import { BridgeSettings } from '#features/integration/bridges/bridge-settings.tsx'
import { bridgeId, isOfWebhook } from '#features/integration/bridges/bridge-state.ts'
import type { RuleBehind } from '#features/integration/bridges/form/sample-help.ts'
import { actionSettings as m } from '#features/integration/bridges/messages/action-figures.ts'
import { actions as words } from '#features/integration/bridges/messages/bridges.ts'
import { formatNumber } from '#i18n/format-number.ts'

interface ActionSettingsProps {
  readonly kind: 'action' | 'source'
  readonly bridge: ActionSummary
}

/** Shows the settings of an action or a source, and what happens to waiting messages when they are changed. */
export function ActionSettings({ kind, bridge }: ActionSettingsProps) {
  return (
    <BridgeSettings
      kind={kind}
      bridge={bridge}
      connectors={useConnectorChoices(bridge.type)}
      rules={useRulesBehind(bridge)}
      impact={kind === 'source' ? m.sourceImpact : <ActionImpact bridge={bridge} />}
      ofWebhook={isOfWebhook(bridge) ? words.ofWebhook : undefined}
    />
  )
}

/** The maximum number of rules that the page requests; further rules seldom hand on different columns. */
const mostRules = 50

/** Returns the rules that use the action: they determine which names its placeholders can use. */
function useRulesBehind({ rules: ids }: ActionSummary): readonly RuleBehind[] {
  return useQueries({
    queries: ids.slice(0, mostRules).map((id) => ({ ...read(rules.get, { params: { id } }), retry: false })),
    combine: statements,
  })
}

const statements = (answers: readonly { readonly data: Rule | undefined }[]): readonly RuleBehind[] =>
  answers.flatMap(({ data }) => (data === undefined ? [] : [{ id: data.id, sql: data.sql }]))

/** Tells how many messages would be lost if the change were applied now. */
function ActionImpact({ bridge }: Pick<ActionSettingsProps, 'bridge'>) {
  const given = { params: { id: bridgeId(bridge) } }
  const { data } = useQuery(read(actions.metrics, given, { pollSeconds: 5 }))
  const waiting = data === undefined ? undefined : data.metrics.queuing + data.metrics.inflight
  return waiting === undefined ? m.actionImpact : m.actionImpactNow(waiting, formatNumber(waiting))
}
