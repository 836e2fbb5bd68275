import { ManagedListPage } from '#managed/managed-list-page.tsx'
import { linkTo } from '#routes/routes.ts'
import { StateChoice } from '../bridges/state-choice.tsx'
import { connectors as m } from '../messages/bridges.ts'
import { connectorResource } from './connectors.tsx'

/** Connections to other systems. */
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
