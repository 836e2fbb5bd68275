import { EnterpriseOnly } from '#domain/edition/enterprise-only.tsx'
import { validations as m } from '#features/data-hub/messages/screening.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { ManagedListPage } from '#resource/managed-list-page.tsx'
import { linkTo } from '#routes/routes.ts'
import { validationResource } from './validations.tsx'

/** Lists the validations in the order in which messages go through them. */
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
