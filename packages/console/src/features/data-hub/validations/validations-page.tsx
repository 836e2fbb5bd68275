import { EnterpriseOnly } from '#domain/edition/enterprise-only.tsx'
import { formatNumber } from '#i18n/format-number.ts'
import { ManagedListPage } from '#managed/managed-list-page.tsx'
import { linkTo } from '#routes/routes.ts'
import { validations as m } from '../messages/screening.ts'
import { validationResource } from './validations.tsx'

/** In the order in which messages go through them. */
export function ValidationsPage() {
  return (
    <EnterpriseOnly title={m.title} part={m.title}>
      <ManagedListPage
        resource={validationResource}
        create={{ label: m.create, to: linkTo('createValidation') }}
        summary={({ count }) => count !== undefined && m.summary(count, formatNumber(count))}
      />
    </EnterpriseOnly>
  )
}
