import { ManagedListPage } from '#managed/managed-list-page.tsx'
import { integration } from '#routes/integration-routes.ts'
import { connectors as m } from '../messages/bridges.ts'
import { connectors } from './connectors.tsx'

/** Connections to other systems. */
export function ConnectorsPage() {
  return (
    <ManagedListPage
      resource={connectors}
      create={{ label: m.create, to: integration.routes.createConnector.path }}
      summary={({ items }) => items !== undefined && items.length > 0 && m.summary(items)}
    />
  )
}
