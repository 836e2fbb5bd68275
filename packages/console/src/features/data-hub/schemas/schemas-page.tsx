import { EnterpriseOnly } from '#domain/edition/enterprise-only.tsx'
import { schemas as m } from '#features/data-hub/messages/schemas.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { ManagedListPage } from '#resource/managed-list-page.tsx'
import { linkTo } from '#routes/routes.ts'
import { schemaResource } from './schemas.tsx'

export function SchemasPage() {
  return (
    <EnterpriseOnly title={m.title} part={m.title}>
      <ManagedListPage
        resource={schemaResource}
        create={{ label: m.create, to: linkTo('createSchema') }}
        summary={({ count }) => count !== undefined && m.summary(count, formatNumber(count))}
      />
    </EnterpriseOnly>
  )
}
