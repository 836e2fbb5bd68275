import { createAction, actions as m } from '#features/integration/bridges/messages/bridges.ts'
import { StateChoice } from '#features/integration/bridges/state-choice.tsx'
import { formatNumber } from '#i18n/format-number.ts'
import { ManagedListPage } from '#resource/managed-list-page.tsx'
import { linkTo } from '#routes/routes.ts'
import { actionResource } from './actions.tsx'

/** The list of the actions, to which rules hand their results. */
export function ActionsPage() {
  return (
    <ManagedListPage
      resource={actionResource}
      create={{ label: createAction.title, to: linkTo('createAction') }}
      toolbar={({ items = [] }, filter, setFilter) => (
        <StateChoice items={items} filter={filter} onChange={setFilter} />
      )}
      summary={({ count }) => count !== undefined && m.summary(count, formatNumber(count))}
    />
  )
}
