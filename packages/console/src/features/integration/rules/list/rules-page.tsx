import { rules as m } from '#features/integration/rules/messages/rules.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { useGo } from '#kit/page/link.tsx'
import { ManagedListPage } from '#resource/managed-list-page.tsx'
import { linkTo } from '#routes/routes.ts'
import { Button } from '#ui/button.tsx'
import { ruleResource } from './rules.tsx'

/** The page of the rules, which process messages and events as they arrive. */
export function RulesPage() {
  const go = useGo()
  return (
    <ManagedListPage
      resource={ruleResource}
      create={{ label: m.create, to: linkTo('createRule') }}
      actions={
        <Button size="small" onClick={() => void go(linkTo('ruleEngine'))}>
          {m.settings}
        </Button>
      }
      summary={({ count }) => count !== undefined && m.summary(count, formatNumber(count))}
    />
  )
}
