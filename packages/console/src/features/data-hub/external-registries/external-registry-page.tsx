import {
  type ExternalRegistry,
  externalRegistries as endpoints,
} from '@brokerdeck/contract/data-hub/external-registries.ts'
import { EnterpriseOnly } from '#domain/edition/enterprise-only.tsx'
import { registries as m } from '#features/data-hub/messages/schemas.ts'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'
import { usePageParams } from '#kit/page/link.tsx'
import { EndpointForm } from '#resource/endpoint-form/endpoint-form.tsx'
import { ManagedItemPage } from '#resource/managed-item-page.tsx'
import { externalRegistryResource } from './external-registries.tsx'
import { registryBody, registrySections } from './registry-sections.ts'

const sections = registrySections(false)

export function ExternalRegistryPage() {
  const { name } = usePageParams('externalRegistry')
  return (
    <EnterpriseOnly title={m.title} part={m.title}>
      <ManagedItemPage
        key={name}
        resource={externalRegistryResource}
        id={name}
        content={{ settings: (one) => <Settings name={one.name} /> }}
      />
    </EnterpriseOnly>
  )
}

function Settings({ name }: { readonly name: string }) {
  return (
    <EndpointForm
      sections={sections}
      reads={endpoints.get}
      given={{ params: { name } }}
      pickDocument={toRegistrySettings}
      writes={endpoints.update}
      toRequest={(document) => ({ params: { name }, body: registryBody(document) })}
      impact={() => m.impact}
      appliedMessage={m.saved}
    />
  )
}

/** Returns the part of a registry that the form edits. */
function toRegistrySettings({ url, auth }: ExternalRegistry): ApiDocument {
  return { url: String(url), auth: auth === 'none' ? { mechanism: 'none' } : { ...auth } }
}
