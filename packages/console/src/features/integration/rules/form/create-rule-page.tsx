import { lazy, Suspense } from 'react'
import * as v from 'valibot'
import { ruleForm as m } from '#features/integration/rules/messages/rule-form.ts'
import { rules } from '#features/integration/rules/messages/rules.ts'
import { useUrlSearch } from '#kit/page/link.tsx'
import { Page } from '#kit/page/page.tsx'
import { linkTo } from '#routes/routes.ts'
import { Skeleton } from '#ui/states.tsx'

/** Loaded lazily with the editor and everything it needs, so that the frame of the page does not wait for it. */
const CreateRule = lazy(async () => ({ default: (await import('./create-rule.tsx')).CreateRule }))

const RulePage = lazy(async () => ({
  default: (await import('#features/integration/rules/page/rule-page.tsx')).RulePage,
}))

const searchSchema = v.object({
  tab: v.fallback(v.optional(v.picklist(['statistics', 'settings', 'test'])), undefined),
})

/** Creates a rule from scratch. With a tab in its address it is the page of the rule whose ID is `create`. */
export function CreateRulePage() {
  const [{ tab }] = useUrlSearch('createRule', searchSchema)
  if (tab !== undefined)
    return (
      <Suspense fallback={<Skeleton height={240} />}>
        <RulePage />
      </Suspense>
    )
  return (
    <Page title={m.createTitle} breadcrumbs={[{ to: linkTo('rules'), label: rules.title }]}>
      <Suspense fallback={<Skeleton height={240} />}>
        <CreateRule page="createRule" />
      </Suspense>
    </Page>
  )
}
