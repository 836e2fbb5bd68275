import { lazy, Suspense } from 'react'
import { Page } from '#kit/page/page.tsx'
import { integration } from '#routes/integration-routes.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { ruleForm as m } from '../messages/rule-form.ts'
import { rules } from '../messages/rules.ts'

/** With the editor and all that it knows: the frame of the page does not wait for it. */
const CreateRule = lazy(async () => ({ default: (await import('./create-rule.tsx')).CreateRule }))

/** A rule from scratch. */
export function CreateRulePage() {
  return (
    <Page title={m.createTitle} breadcrumbs={[{ to: integration.routes.rules.path, label: rules.title }]}>
      <Suspense fallback={<Skeleton height={240} />}>
        <CreateRule />
      </Suspense>
    </Page>
  )
}
