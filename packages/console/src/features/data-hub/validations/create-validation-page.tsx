import { lazy, Suspense } from 'react'
import { EnterpriseOnly } from '#domain/edition/enterprise-only.tsx'
import { validations as m } from '#features/data-hub/messages/screening.ts'
import { Page } from '#kit/page/page.tsx'
import { linkTo } from '#routes/routes.ts'
import { Skeleton } from '#ui/states.tsx'

const NewValidation = lazy(async () => ({ default: (await import('./new-validation.tsx')).NewValidation }))

/** Creates a validation, from scratch or as a copy of another validation. */
export function CreateValidationPage() {
  return (
    <EnterpriseOnly title={m.create} part={m.title}>
      <Page title={m.create} breadcrumbs={[{ to: linkTo('validations'), label: m.title }]}>
        <Suspense fallback={<Skeleton height={240} />}>
          <NewValidation />
        </Suspense>
      </Page>
    </EnterpriseOnly>
  )
}
