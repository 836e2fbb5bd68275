import { formatList } from '#i18n/format-list.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { ManagedListPage } from '#managed/managed-list-page.tsx'
import { gateways as m } from '../messages/gateways.ts'
import { gateways, lackingGateways } from './gateways.tsx'

/** The protocols beside MQTT, and what of them runs. */
export function GatewaysPage() {
  return (
    <ManagedListPage
      resource={gateways}
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
