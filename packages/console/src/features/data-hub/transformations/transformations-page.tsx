import { EnterpriseOnly } from '#domain/edition/enterprise-only.tsx'
import { formatNumber } from '#i18n/format-number.ts'
import { ManagedListPage } from '#managed/managed-list-page.tsx'
import { dataHub } from '#routes/data-hub-routes.ts'
import { transformations as m } from '../messages/screening.ts'
import { transformations } from './transformations.tsx'

/** In the order in which messages go through them. */
export function TransformationsPage() {
  return (
    <EnterpriseOnly title={m.title} part={m.title}>
      <ManagedListPage
        resource={transformations}
        create={{ label: m.create, to: dataHub.routes.createTransformation.path }}
        summary={({ count }) => count !== undefined && m.summary(count, formatNumber(count))}
      />
    </EnterpriseOnly>
  )
}
