import { lazy, Suspense } from 'react'
import { usePageParams } from '#kit/page/link.tsx'
import { ManagedItemPage } from '#managed/managed-item-page.tsx'
import { Skeleton } from '#ui/states.tsx'
import { rules } from '../rules/rules.tsx'
import classes from './rule-page.module.css'

const RuleSettings = lazy(async () => ({
  default: (await import('../rule-form/rule-settings.tsx')).RuleSettings,
}))
const RuleFlow = lazy(async () => ({ default: (await import('../flows/rule-flow.tsx')).RuleFlow }))
const RuleTestTab = lazy(async () => ({
  default: (await import('../rule-live/rule-test-tab.tsx')).RuleTestTab,
}))

/** One rule: what it counted, and whatever else its tabs show. A path without an ID is that of `create`. */
export function RulePage() {
  // Also shown at the address of the page that creates one, whose path names no rule.
  const { id = 'create' } = usePageParams('rule')
  return (
    <ManagedItemPage
      key={id}
      resource={rules}
      id={id}
      content={{
        settings: (rule) => (
          <div className={classes['settings']}>
            <Suspense fallback={<Skeleton height={140} />}>
              <RuleFlow rule={rule} />
            </Suspense>
            <RuleSettings rule={rule} />
          </div>
        ),
        test: (rule) => <RuleTestTab key={rule.id} rule={rule} />,
      }}
    />
  )
}
