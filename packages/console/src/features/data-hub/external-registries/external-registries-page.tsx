import { EnterpriseOnly } from '#domain/edition/enterprise-only.tsx'
import { formatNumber } from '#i18n/format-number.ts'
import { ManagedListPage } from '#managed/managed-list-page.tsx'
import { linkTo } from '#routes/routes.ts'
import { registries as m } from '../messages/schemas.ts'
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
