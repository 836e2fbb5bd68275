import { EnterpriseOnly } from '#domain/edition/enterprise-only.tsx'
import { formatNumber } from '#i18n/format-number.ts'
import { ManagedListPage } from '#managed/managed-list-page.tsx'
import { linkTo } from '#routes/routes.ts'
import { transformations as m } from '../messages/screening.ts'
import { transformationResource } from './transformations.tsx'

/** In the order in which messages go through them. */
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
