import { lazy } from 'react'
import { usePageParams } from '#kit/page/link.tsx'
import { ManagedItemPage } from '#resource/managed-item-page.tsx'
import { connectorResource } from './connectors.tsx'

const ConnectorOverview = lazy(async () => ({
  default: (await import('./connector-overview.tsx')).ConnectorOverview,
}))

const ConnectorSettings = lazy(async () => ({
  default: (await import('./connector-settings.tsx')).ConnectorSettings,
}))

/** The page of a connector: its state on each node with the reasons, and what goes through it. */
export function ConnectorPage() {
  const { id } = usePageParams('connector')
  return (
    <ManagedItemPage
      key={id}
      resource={connectorResource}
      id={id}
      content={{
        overview: (connector) => <ConnectorOverview connector={connector} />,
        settings: (connector) => <ConnectorSettings connector={connector} />,
      }}
    />
  )
}
