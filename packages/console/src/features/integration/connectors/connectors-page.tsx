import { ManagedListPage } from '#managed/managed-list-page.tsx'
import { connectors as m } from '../messages/bridges.ts'
import { connectors } from './connectors.tsx'

/** Connections to other systems. */
export function ConnectorsPage() {
  return (
    <ManagedListPage
      resource={connectors}
      summary={({ items }) => items !== undefined && items.length > 0 && m.summary(items)}
    />
  )
}
