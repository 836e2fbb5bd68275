import { formatNumber } from '#i18n/format-number.ts'
import { ManagedListPage } from '#managed/managed-list-page.tsx'
import { linkTo } from '#routes/routes.ts'
import { StateChoice } from '../bridges/state-choice.tsx'
import { createSource, sources as m } from '../messages/bridges.ts'
import { sourceResource } from './actions.tsx'

/** What feeds rules from other systems. */
export function SourcesPage() {
  return (
    <ManagedListPage
      resource={sourceResource}
      create={{ label: createSource.title, to: linkTo('createSource') }}
      toolbar={({ items = [] }, filter, setFilter) => (
        <StateChoice items={items} filter={filter} onChange={setFilter} />
      )}
      summary={({ count }) => count !== undefined && m.summary(count, formatNumber(count))}
    />
  )
}
