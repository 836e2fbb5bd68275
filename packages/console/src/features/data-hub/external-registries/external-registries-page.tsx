import { EnterpriseOnly } from '#domain/edition/enterprise-only.tsx'
import { registries as m } from '#features/data-hub/messages/schemas.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { ManagedListPage } from '#resource/managed-list-page.tsx'
import { linkTo } from '#routes/routes.ts'
import { externalRegistryResource } from './external-registries.tsx'

export function ExternalRegistriesPage() {
  return (
    <EnterpriseOnly title={m.title} part={m.title}>
      <ManagedListPage
        resource={externalRegistryResource}
        create={{ label: m.create, to: linkTo('createExternalRegistry') }}
        summary={({ count }) => count !== undefined && m.summary(count, formatNumber(count))}
      />
    </EnterpriseOnly>
  )
}
