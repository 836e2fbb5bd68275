import type { GatewayKind } from '@brokerdeck/contract/extensions/gateways/gateway-settings.ts'
import { gateways as endpoints } from '@brokerdeck/contract/extensions/gateways/gateways.ts'
import { lazy, useMemo } from 'react'
import { request } from '#api/http.ts'
import { gatewayAuthentication as authn } from '#features/extensions/messages/gateway-authentication.ts'
import { gatewayListeners as m } from '#features/extensions/messages/gateways.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { type ApiDocument, warnIf } from '#kit/form/shell/form-spec.ts'
import { usePageParams } from '#kit/page/link.tsx'
import { askBeforeSave } from '#resource/endpoint-form/ask-before-save.ts'
import { EndpointForm } from '#resource/endpoint-form/endpoint-form.tsx'
import { parseBody } from '#resource/endpoint-form/parse-body.ts'
import { ManagedItemPage } from '#resource/managed-item-page.tsx'
import {
  findGatewayListenerFaults,
  listGatewayListenerEditSections,
  toGatewayListenerDocument,
} from './gateway-listener-document.ts'
import { createGatewayListenerResource, type GatewayListener } from './gateway-listeners.tsx'
import { gatewayIn } from './gateways.tsx'
import { NoGateway } from './no-gateway.tsx'

const ListenerAuthentication = lazy(async () => ({
  default: (await import('#features/extensions/gateways/authentication/listener-authentication.tsx'))
    .ListenerAuthentication,
}))

/** Shows one listener of a gateway: its state on each node, and all its settings. */
export function GatewayListenerPage() {
  const { name, id } = usePageParams('gatewayListener')
  const gateway = gatewayIn(name)
  return gateway === undefined ? <NoGateway /> : <Listener gateway={gateway} id={id} />
}

function Listener({ gateway, id }: { readonly gateway: GatewayKind; readonly id: string }) {
  const resource = useMemo(() => createGatewayListenerResource(gateway), [gateway])
  return (
    <ManagedItemPage
      key={id}
      resource={resource}
      id={id}
      content={{
        settings: (listener) => <Settings gateway={gateway} listener={listener} />,
        authentication: ({ enable_authn, status }) => (
          <ListenerAuthentication
            gateway={gateway}
            id={id}
            connections={status.current_connections}
            note={enable_authn === false ? authn.listenerAsksNobody : undefined}
          />
        ),
      }}
    />
  )
}

interface SettingsProps {
  readonly gateway: GatewayKind
  readonly listener: GatewayListener
}

const describeImpact = ({ enable }: ApiDocument, connections: number) =>
  (enable === false ? m.disabling : m.impact)(connections, formatNumber(connections))

function Settings({ gateway, listener: { id, status } }: SettingsProps) {
  const params = { name: gateway, id }
  const sections = useMemo(() => listGatewayListenerEditSections(gateway), [gateway])
  return (
    <EndpointForm
      sections={sections}
      reads={endpoints.listener}
      given={{ params }}
      pickDocument={toGatewayListenerDocument}
      writes={endpoints.updateListener}
      toRequest={(document) => ({ params, body: parseBody(endpoints.updateListener.body, document) })}
      impact={(document) => {
        const { current_connections: connections } = status
        return warnIf(connections > 0, describeImpact(document, connections))
      }}
      beforeWrite={askBeforeSave(async (document, before) => {
        const now = await request(endpoints.listeners, { params: { name: gateway } }).catch(() => [])
        const known = now.find((one) => one.id === id) ?? { status }
        const connections = before['enable'] === false ? 0 : known.status.current_connections
        return {
          interrupts: connections === 0 ? 'nothing' : 'connections',
          text: describeImpact(document, connections),
        }
      })}
      findFaults={findGatewayListenerFaults}
      appliedMessage={m.updated}
      hasDefaults
    />
  )
}
