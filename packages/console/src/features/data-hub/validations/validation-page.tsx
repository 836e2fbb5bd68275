import { lazy } from 'react'
import { EnterpriseOnly } from '#domain/edition/enterprise-only.tsx'
import { validations as m } from '#features/data-hub/messages/screening.ts'
import { usePageParams } from '#kit/page/link.tsx'
import { ManagedItemPage } from '#resource/managed-item-page.tsx'
import { validationResource } from './validations.tsx'

const ValidationSettings = lazy(async () => ({
  default: (await import('./validation-settings.tsx')).ValidationSettings,
}))

/** Shows one validation: its counters and its settings. */
export function ValidationPage() {
  const { name } = usePageParams('validation')
  return (
    <EnterpriseOnly title={m.title} part={m.title}>
      <ManagedItemPage
        key={name}
        resource={validationResource}
        id={name}
        content={{ settings: (validation) => <ValidationSettings name={validation.name} /> }}
      />
    </EnterpriseOnly>
  )
}
