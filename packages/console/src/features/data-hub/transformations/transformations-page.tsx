import { EnterpriseOnly } from '#domain/edition/enterprise-only.tsx'
import { transformations as m } from '#features/data-hub/messages/screening.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { ManagedListPage } from '#resource/managed-list-page.tsx'
import { linkTo } from '#routes/routes.ts'
import { transformationResource } from './transformations.tsx'

/** Lists the transformations in the order in which messages go through them. */
export function TransformationsPage() {
  return (
    <EnterpriseOnly title={m.title} part={m.title}>
      <ManagedListPage
        resource={transformationResource}
        create={{ label: m.create, to: linkTo('createTransformation') }}
        summary={({ count }) => count !== undefined && m.summary(count, formatNumber(count))}
      />
    </EnterpriseOnly>
  )
}
