import { lazy, Suspense } from 'react'
import { useOwnTrace, type WatchActions } from '#domain/trace/watch/use-own-trace.ts'
import { ruleResource } from '#features/integration/rules/list/rules.tsx'
import { runningTest as m } from '#features/integration/rules/messages/rule-live.ts'
import { confirm } from '#kit/dialogs/confirm.tsx'
import { usePageParams } from '#kit/page/link.tsx'
import { ManagedItemPage } from '#resource/managed-item-page.tsx'
import { Skeleton } from '#ui/states.tsx'
import classes from './rule-page.module.css'

const RuleSettings = lazy(async () => ({
  default: (await import('#features/integration/rules/form/rule-settings.tsx')).RuleSettings,
}))
const RuleFlow = lazy(async () => ({
  default: (await import('#features/integration/flows/rule-flow.tsx')).RuleFlow,
}))
const RuleTestTab = lazy(async () => ({
  default: (await import('#features/integration/rules/live/rule-test-tab.tsx')).RuleTestTab,
}))

/** The page of one rule with its counters and its other tabs. A path without an ID is that of the rule `create`. */
export function RulePage() {
  // The page is also shown at the address for creating a rule, whose path contains no rule ID.
  const { id = 'create' } = usePageParams('rule')
  return <RuleTabs key={id} id={id} />
}

/** A running test continues while the user looks at other tabs of the rule, and ends when the page is closed. */
function RuleTabs({ id }: { readonly id: string }) {
  const watch = useOwnTrace({ type: 'ruleid', ruleid: id })
  return (
    <ManagedItemPage
      resource={ruleResource}
      id={id}
      content={{
        settings: (rule) => (
          <div className={classes['settings']}>
            <Suspense fallback={<Skeleton height={140} />}>
              <RuleFlow rule={rule} />
            </Suspense>
            <RuleSettings rule={rule} beforeCopy={() => confirmStop(watch)} onCopied={watch.stop} />
          </div>
        ),
        test: (rule) => <RuleTestTab key={rule.id} rule={rule} watch={watch} />,
      }}
    />
  )
}

/** Asks whether a copy may be saved, which stops a running test (the specification's chapter on the rule test). */
async function confirmStop({ state }: WatchActions): Promise<boolean> {
  if (state.kind !== 'watching' || state.own === undefined) return true
  return await confirm({ title: m.title, body: m.body, action: m.action, interrupts: 'nothing' })
}
