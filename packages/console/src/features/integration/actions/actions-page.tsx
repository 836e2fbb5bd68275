import { formatNumber } from '#i18n/format-number.ts'
import { ManagedListPage } from '#managed/managed-list-page.tsx'
import { actions as m } from '../messages/bridges.ts'
import { actions } from './actions.tsx'

/** What rules hand their results to. */
export function ActionsPage() {
  return (
    <ManagedListPage
      resource={actions}
      summary={({ count }) => count !== undefined && m.summary(count, formatNumber(count))}
    />
  )
}
