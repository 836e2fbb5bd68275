import { lazy, Suspense } from 'react'
import { EnterpriseOnly } from '#domain/edition/enterprise-only.tsx'
import { schemas as m } from '#features/data-hub/messages/schemas.ts'
import { Page } from '#kit/page/page.tsx'
import { linkTo } from '#routes/routes.ts'
import { Skeleton } from '#ui/states.tsx'

const NewSchema = lazy(async () => ({ default: (await import('./new-schema.tsx')).NewSchema }))

/** Creates a schema, from scratch or as a copy of another schema. */
export function CreateSchemaPage() {
  return (
    <EnterpriseOnly title={m.create} part={m.title}>
      <Page title={m.create} breadcrumbs={[{ to: linkTo('schemas'), label: m.title }]}>
        <Suspense fallback={<Skeleton height={240} />}>
          <NewSchema />
        </Suspense>
      </Page>
    </EnterpriseOnly>
  )
}
