import { useParams } from '@tanstack/react-router'
import { lazy } from 'react'
import { EnterpriseOnly } from '#domain/edition/enterprise-only.tsx'
import { ManagedItemPage } from '#managed/managed-item-page.tsx'
import { registries as m } from '../messages/schemas.ts'
import { externalRegistries } from './external-registries.tsx'

const ExternalRegistrySettings = lazy(async () => ({
  default: (await import('./external-registry-settings.tsx')).ExternalRegistrySettings,
}))

export function ExternalRegistryPage() {
  const { name = '' }: { name?: string } = useParams({ strict: false })
  return (
    <EnterpriseOnly title={m.title} part={m.title}>
      <ManagedItemPage
        key={name}
        resource={externalRegistries}
        id={name}
        content={{ settings: (one) => <ExternalRegistrySettings name={one.name} /> }}
      />
    </EnterpriseOnly>
  )
}
