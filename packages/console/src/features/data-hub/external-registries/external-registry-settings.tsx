import { externalRegistries as endpoints } from '@brokerdeck/contract/data-hub/external-registries.ts'
import { EndpointForm } from '#domain/endpoint-form/endpoint-form.tsx'
import { registries as m } from '../messages/schemas.ts'
import { registryBody, registrySections, settingsOf } from './registry-sections.ts'

const sections = registrySections(false)

export function ExternalRegistrySettings({ name }: { readonly name: string }) {
  return (
    <EndpointForm
      sections={sections}
      reads={endpoints.get}
      given={{ params: { name } }}
      documentOf={settingsOf}
      writes={endpoints.update}
      toRequest={(document) => ({ params: { name }, body: registryBody(document) })}
      impact={() => m.impact}
      appliedMessage={m.saved}
    />
  )
}
