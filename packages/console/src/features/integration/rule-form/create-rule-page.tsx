import { lazy, Suspense } from 'react'
import * as v from 'valibot'
import { Page } from '#kit/page/page.tsx'
import { useUrlSearch } from '#kit/page/use-url-search.ts'
import { integration } from '#routes/integration-routes.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { ruleForm as m } from '../messages/rule-form.ts'
import { rules } from '../messages/rules.ts'

/** With the editor and all that it knows: the frame of the page does not wait for it. */
const CreateRule = lazy(async () => ({ default: (await import('./create-rule.tsx')).CreateRule }))

const RulePage = lazy(async () => ({ default: (await import('../rule/rule-page.tsx')).RulePage }))

const searchSchema = v.looseObject({ tab: v.fallback(v.optional(v.string()), undefined) })

/** A rule from scratch. With a tab in its address it is the page of the rule whose ID is `create`. */
export function CreateRulePage() {
  const [{ tab }] = useUrlSearch(searchSchema)
  if (tab !== undefined)
    return (
      <Suspense fallback={<Skeleton height={240} />}>
        <RulePage />
      </Suspense>
    )
  return (
    <Page title={m.createTitle} breadcrumbs={[{ to: integration.routes.rules.path, label: rules.title }]}>
      <Suspense fallback={<Skeleton height={240} />}>
        <CreateRule />
      </Suspense>
    </Page>
  )
}
