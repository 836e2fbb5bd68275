import type { GatewayKind } from '@brokerdeck/contract/extensions/gateways/gateway-settings.ts'
import { gateways as endpoints } from '@brokerdeck/contract/extensions/gateways/gateways.ts'
import { request } from '#api/http.ts'
import { gateways as m } from '#features/extensions/messages/gateways.ts'
import { joinSentences } from '#i18n/sentences.ts'
import { warnIf } from '#kit/form/shell/form-spec.ts'
import { askBeforeSave } from '#resource/endpoint-form/ask-before-save.ts'
import { EndpointForm } from '#resource/endpoint-form/endpoint-form.tsx'
import { parseBody } from '#resource/endpoint-form/parse-body.ts'
import { gatewayFaults, toGatewayBody, toGatewaySettings } from './gateway-document.ts'
import { gatewaySections } from './gateway-sections.ts'

/**
 * Reads the number of clients from the list, because the response for a single gateway does not contain it. Undefined
 * if it cannot be read.
 */
async function readClients(name: GatewayKind): Promise<number | undefined> {
  const all = await request(endpoints.list, {}).catch(() => [])
  return all.find((one) => one.name === name)?.current_connections
}

/** Edits the settings of a gateway that is set up; its listeners stay as they are. */
export function GatewaySettings({ name }: { readonly name: GatewayKind }) {
  return (
    <EndpointForm
      sections={gatewaySections[name]}
      reads={endpoints.get}
      given={{ params: { name } }}
      pickDocument={toGatewaySettings}
      writes={endpoints.update}
      toRequest={(document) => ({
        params: { name },
        body: parseBody(endpoints.update.body, toGatewayBody(document)),
      })}
      check={gatewayFaults}
      impact={(now, before) =>
        warnIf(before['enable'] !== false, now['enable'] === false ? m.impactOff : m.impact)
      }
      beforeWrite={askBeforeSave(async ({ enable }, before) => {
        const connections = before['enable'] === false ? 0 : await readClients(name)
        return {
          interrupts: connections === 0 ? 'nothing' : 'connections',
          text:
            enable === false
              ? m.disabling
              : joinSentences(m.impact, connections !== undefined && m.connected(connections)),
        }
      })}
      appliedMessage={m.saved}
      hasDefaults
    />
  )
}
