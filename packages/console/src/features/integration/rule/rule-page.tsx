import { useParams } from '@tanstack/react-router'
import { lazy } from 'react'
import { ManagedItemPage } from '#managed/managed-item-page.tsx'
import { rules } from '../rules/rules.tsx'

const RuleSettings = lazy(async () => ({
  default: (await import('../rule-form/rule-settings.tsx')).RuleSettings,
}))
const RuleTestTab = lazy(async () => ({
  default: (await import('../rule-live/rule-test-tab.tsx')).RuleTestTab,
}))

/** One rule: what it counted, and whatever else its tabs show. A path without an ID is that of `create`. */
export function RulePage() {
  const { id = 'create' }: { id?: string } = useParams({ strict: false })
  return (
    <ManagedItemPage
      key={id}
      resource={rules}
      id={id}
      content={{
        settings: (rule) => <RuleSettings rule={rule} />,
        test: (rule) => <RuleTestTab key={rule.id} rule={rule} />,
      }}
    />
  )
}
