import { lazy } from 'react'
import { EnterpriseOnly } from '#domain/edition/enterprise-only.tsx'
import { transformations as m } from '#features/data-hub/messages/screening.ts'
import { usePageParams } from '#kit/page/link.tsx'
import { ManagedItemPage } from '#resource/managed-item-page.tsx'
import { transformationResource } from './transformations.tsx'

const TransformationSettings = lazy(async () => ({
  default: (await import('./transformation-settings.tsx')).TransformationSettings,
}))

/** Shows one transformation: its counters and its settings. */
export function TransformationPage() {
  const { name } = usePageParams('transformation')
  return (
    <EnterpriseOnly title={m.title} part={m.title}>
      <ManagedItemPage
        key={name}
        resource={transformationResource}
        id={name}
        content={{ settings: (transformation) => <TransformationSettings name={transformation.name} /> }}
      />
    </EnterpriseOnly>
  )
}
