import { createSource, sources as m } from '#features/integration/bridges/messages/bridges.ts'
import { StateChoice } from '#features/integration/bridges/state-choice.tsx'
import { formatNumber } from '#i18n/format-number.ts'
import { ManagedListPage } from '#resource/managed-list-page.tsx'
import { linkTo } from '#routes/routes.ts'
import { sourceResource } from './actions.tsx'

/** The list of the sources, which feed rules with messages from other systems. */
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
