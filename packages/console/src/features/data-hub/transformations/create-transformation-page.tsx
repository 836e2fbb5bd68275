import { lazy, Suspense } from 'react'
import { EnterpriseOnly } from '#domain/edition/enterprise-only.tsx'
import { transformations as m } from '#features/data-hub/messages/screening.ts'
import { Page } from '#kit/page/page.tsx'
import { linkTo } from '#routes/routes.ts'
import { Skeleton } from '#ui/states.tsx'

const NewTransformation = lazy(async () => ({
  default: (await import('./new-transformation.tsx')).NewTransformation,
}))

/** Creates a transformation, from scratch or as a copy of another transformation. */
export function CreateTransformationPage() {
  return (
    <EnterpriseOnly title={m.create} part={m.title}>
      <Page title={m.create} breadcrumbs={[{ to: linkTo('transformations'), label: m.title }]}>
        <Suspense fallback={<Skeleton height={240} />}>
          <NewTransformation />
        </Suspense>
      </Page>
    </EnterpriseOnly>
  )
}
