import type { GatewayKind } from '@brokerdeck/contract/extensions/gateways/gateway-settings.ts'
import type { GatewaySummary } from '@brokerdeck/contract/extensions/gateways/gateways.ts'
import { nodes } from '@brokerdeck/contract/monitoring/nodes.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, useMemo } from 'react'
import { read } from '#api/query.ts'
import { gatewayListeners as words } from '#features/extensions/messages/gateways.ts'
import { usePageParams } from '#kit/page/link.tsx'
import { ManagedItemPage } from '#resource/managed-item-page.tsx'
import { CreateButton } from '#resource/managed-list-page.tsx'
import { ManagedTable, useListing } from '#resource/managed-table.tsx'
import { linkTo } from '#routes/routes.ts'
import { createGatewayClientResource } from './gateway-clients.tsx'
import { createGatewayListenerResource } from './gateway-listeners.tsx'
import { gatewayIn, gatewayNames, gatewayResource } from './gateways.tsx'
import { UnlessLacking } from './no-gateway.tsx'

const GatewaySettings = lazy(async () => ({
  default: (await import('./gateway-settings.tsx')).GatewaySettings,
}))

const GatewayAuthentication = lazy(async () => ({
  default: (await import('#features/extensions/gateways/authentication/gateway-authentication.tsx'))
    .GatewayAuthentication,
}))

/** Shows one gateway: its settings, its listeners, and its clients. */
export function GatewayPage() {
  const { name } = usePageParams('gateway')
  const gateway = gatewayIn(name)
  const page = (
    <ManagedItemPage
      key={name}
      resource={gatewayResource}
      id={name}
      content={{
        settings: (gateway: GatewaySummary) => <GatewaySettings name={gateway.name} />,
        listeners: (gateway) => <Listeners name={gateway.name} />,
        authentication: (gateway) => (
          <GatewayAuthentication name={gateway.name} connections={gateway.current_connections} />
        ),
        clients: (gateway) => <Clients name={gateway.name} />,
      }}
    />
  )
  return gateway === undefined ? (
    page
  ) : (
    <UnlessLacking gateway={gateway} title={gatewayNames[gateway]}>
      {page}
    </UnlessLacking>
  )
}

function Listeners({ name }: { readonly name: GatewayKind }) {
  const resource = useMemo(() => createGatewayListenerResource(name), [name])
  const listing = useListing(resource)
  return (
    <ManagedTable
      resource={resource}
      listing={listing}
      toolbar={() => <CreateButton label={words.create} to={linkTo('createGatewayListener', { name })} />}
    />
  )
}

function Clients({ name }: { readonly name: GatewayKind }) {
  const { data: known } = useQuery(read(nodes.list, {}))
  const resource = useMemo(() => createGatewayClientResource(name, known), [name, known])
  return <ManagedTable resource={resource} listing={useListing(resource)} />
}
