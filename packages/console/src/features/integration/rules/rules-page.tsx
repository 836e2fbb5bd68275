import { formatNumber } from '#i18n/format-number.ts'
import { ManagedListPage } from '#managed/managed-list-page.tsx'
import { integration } from '#routes/integration-routes.ts'
import { rules as m } from '../messages/rules.ts'
import { rules } from './rules.tsx'

/** What is done with messages and events as they come. */
export function RulesPage() {
  return (
    <ManagedListPage
      resource={rules}
      create={{ label: m.create, to: integration.routes.createRule.path }}
      summary={({ count }) => count !== undefined && m.summary(count, formatNumber(count))}
    />
  )
}
