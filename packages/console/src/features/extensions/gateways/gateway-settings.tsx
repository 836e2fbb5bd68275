import type { GatewayKind } from '@brokerdeck/contract/extensions/gateways/gateway-settings.ts'
import { gateways as endpoints } from '@brokerdeck/contract/extensions/gateways/gateways.ts'
import { bodyFrom } from '#domain/endpoint-form/body-from.ts'
import { EndpointForm } from '#domain/endpoint-form/endpoint-form.tsx'
import { gateways as m } from '../messages/gateways.ts'
import { bodyOf, gatewayFaults, settingsOf } from './gateway-document.ts'
import { gatewaySections } from './gateway-sections.ts'

/** The settings of a gateway that is set up; its listeners stay as they are. */
export function GatewaySettings({ name }: { readonly name: GatewayKind }) {
  return (
    <EndpointForm
      sections={gatewaySections[name]}
      reads={endpoints.get}
      given={{ params: { name } }}
      documentOf={settingsOf}
      writes={endpoints.update}
      toRequest={(document) => ({
        params: { name },
        body: bodyFrom(endpoints.update.body, bodyOf(document)),
      })}
      check={gatewayFaults}
      impact={(document) => (document['enable'] === false ? m.impactOff : m.impact)}
      appliedMessage={m.saved}
      hasDefaults
    />
  )
}
