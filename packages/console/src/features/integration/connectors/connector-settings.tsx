import type { Connector } from '@brokerdeck/contract/integration/connectors.ts'
import { BridgeSettings } from '../bridges/bridge-settings.tsx'
import { isOfWebhook } from '../bridges/bridge-state.ts'
import { connectors as m } from '../messages/bridges.ts'

/** What can be set of a connector; what its actions hold is kept meanwhile. */
export function ConnectorSettings({ connector }: { readonly connector: Connector }) {
  return (
    <BridgeSettings
      kind="connector"
      bridge={connector}
      impact={m.updateImpact}
      ofWebhook={isOfWebhook(connector) ? m.ofWebhook : undefined}
    />
  )
}
