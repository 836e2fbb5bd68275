import { connectors as m } from '#features/integration/bridges/messages/bridges.ts'
import { StateChoice } from '#features/integration/bridges/state-choice.tsx'
import { ManagedListPage } from '#resource/managed-list-page.tsx'
import { linkTo } from '#routes/routes.ts'
import { connectorResource } from './connectors.tsx'

/** The page with the list of the connections to other systems. */
export function ConnectorsPage() {
  return (
    <ManagedListPage
      resource={connectorResource}
      create={{ label: m.create, to: linkTo('createConnector') }}
      toolbar={({ items = [] }, filter, setFilter) => (
        <StateChoice items={items} filter={filter} onChange={setFilter} />
      )}
      summary={({ items }) => items !== undefined && items.length > 0 && m.summary(items)}
    />
  )
}
