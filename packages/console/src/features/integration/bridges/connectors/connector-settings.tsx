import type { Connector } from '@brokerdeck/contract/integration/connectors.ts'
import { BridgeSettings } from '#features/integration/bridges/bridge-settings.tsx'
import { isOfWebhook } from '#features/integration/bridges/bridge-state.ts'
import { connectors as m } from '#features/integration/bridges/messages/bridges.ts'

/** Shows the settings of a connector; messages that its actions hold are kept while it restarts. */
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
