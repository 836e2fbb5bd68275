import { communityGateways } from '@brokerdeck/contract/extensions/gateways/gateway-settings.ts'
import type { GatewaySummary } from '@brokerdeck/contract/extensions/gateways/gateways.ts'
import { gateways as m } from '#features/extensions/messages/gateways.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { formatList } from '#i18n/sentences.ts'
import { ManagedListPage } from '#resource/managed-list-page.tsx'
import { gatewayIn, gatewayNames, gatewayResource } from './gateways.tsx'

/** Lists the gateways for protocols besides MQTT, and their states. */
export function GatewaysPage() {
  return (
    <ManagedListPage
      resource={gatewayResource}
      summary={({ items }) => {
        if (items === undefined) return undefined
        const running = items.filter(({ status }) => status === 'running').length
        const lacking = lackingGateways(items)
        return (
          <>
            {m.summary(formatNumber(running), formatNumber(items.length))}
            {lacking.length > 0 && <> {m.lacking(formatList(lacking))}</>}
          </>
        )
      }}
    />
  )
}

/** Returns the names of the gateways that only Enterprise has, if the connected broker lists none of them. */
function lackingGateways(listed: readonly GatewaySummary[]): readonly string[] {
  const isListed = (kind: string) => listed.some(({ name }) => name === kind)
  const others = gatewayKindsOfEnterprise.filter((kind) => !isListed(kind))
  return others.map((kind) => gatewayNames[kind])
}

const gatewayKindsOfEnterprise = Object.keys(gatewayNames).flatMap((name) => {
  const kind = gatewayIn(name)
  return kind === undefined || communityGateways.includes(kind) ? [] : [kind]
})
