import type { GatewayKind } from '@brokerdeck/contract/extensions/gateways/gateway-settings.ts'
import { gateways as endpoints } from '@brokerdeck/contract/extensions/gateways/gateways.ts'
import { lazy, useMemo } from 'react'
import { bodyFrom } from '#domain/endpoint-form/body-from.ts'
import { EndpointForm } from '#domain/endpoint-form/endpoint-form.tsx'
import { formatNumber } from '#i18n/format-number.ts'
import { usePageParams } from '#kit/page/link.tsx'
import { ManagedItemPage } from '#managed/managed-item-page.tsx'
import { gatewayAuthentication as authn } from '../messages/gateway-authentication.ts'
import { gatewayListeners as m } from '../messages/gateways.ts'
import { changedListenerSections, listenerDocument, listenerFaults } from './gateway-listener-document.ts'
import { type GatewayListener, gatewayListeners } from './gateway-listeners.tsx'
import { gatewayIn } from './gateways.tsx'
import { NoGateway } from './no-gateway.tsx'

const ListenerAuthentication = lazy(async () => ({
  default: (await import('./authentication/listener-authentication.tsx')).ListenerAuthentication,
}))

/** One listener of a gateway: how it is doing on each node, and all its settings. */
export function GatewayListenerPage() {
  const { name, id } = usePageParams('gatewayListener')
  const gateway = gatewayIn(name)
  return gateway === undefined ? <NoGateway /> : <Listener gateway={gateway} id={id} />
}

function Listener({ gateway, id }: { readonly gateway: GatewayKind; readonly id: string }) {
  const resource = useMemo(() => gatewayListeners(gateway), [gateway])
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

function Settings({ gateway, listener: { id, status } }: SettingsProps) {
  const params = { name: gateway, id }
  const sections = useMemo(() => changedListenerSections(gateway), [gateway])
  const { current_connections: connections } = status
  return (
    <EndpointForm
      sections={sections}
      reads={endpoints.listener}
      given={{ params }}
      documentOf={listenerDocument}
      writes={endpoints.updateListener}
      toRequest={(document) => ({ params, body: bodyFrom(endpoints.updateListener.body, document) })}
      impact={(document) =>
        document['enable'] === false
          ? m.disabling(connections, formatNumber(connections))
          : m.impact(connections, formatNumber(connections))
      }
      faultsOf={listenerFaults}
      appliedMessage={m.updated}
      hasDefaults
    />
  )
}
