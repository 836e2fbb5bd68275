import { EnterpriseOnly } from '#domain/edition/enterprise-only.tsx'
import { formatNumber } from '#i18n/format-number.ts'
import { ManagedListPage } from '#managed/managed-list-page.tsx'
import { linkTo } from '#routes/routes.ts'
import { schemas as m } from '../messages/schemas.ts'
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
