import { EnterpriseOnly } from '#domain/edition/enterprise-only.tsx'
import { clusterLinks as m } from '#features/system/messages/cluster-links.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { ManagedListPage } from '#resource/managed-list-page.tsx'
import { linkTo } from '#routes/routes.ts'
import { clusterLinkResource } from './cluster-links.tsx'

/** Lists the clusters with which this cluster exchanges messages. */
export function ClusterLinksPage() {
  return (
    <EnterpriseOnly title={m.title} part={m.title}>
      <ManagedListPage
        resource={clusterLinkResource}
        create={{ label: m.create, to: linkTo('createClusterLink') }}
        summary={({ count = 0 }) => (count === 0 ? undefined : m.summary(count, formatNumber(count)))}
      />
    </EnterpriseOnly>
  )
}
