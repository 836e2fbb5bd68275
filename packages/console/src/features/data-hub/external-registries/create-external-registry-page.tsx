import { externalRegistries as endpoints } from '@brokerdeck/contract/data-hub/external-registries.ts'
import { EnterpriseOnly } from '#domain/edition/enterprise-only.tsx'
import { registries as m } from '#features/data-hub/messages/schemas.ts'
import { CreateForm } from '#features/data-hub/screening/create-form.tsx'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'
import { Page } from '#kit/page/page.tsx'
import { writePlan } from '#resource/endpoint-form/write-plan.ts'
import { linkTo } from '#routes/routes.ts'
import { registryBody, registrySections } from './registry-sections.ts'

const sections = registrySections(true)

const write = writePlan(endpoints.create, {
  toRequest: (document) => ({ body: { ...registryBody(document), name: String(document['name'] ?? '') } }),
})

const none = () => []

export function CreateExternalRegistryPage() {
  return (
    <EnterpriseOnly title={m.create} part={m.title}>
      <Page title={m.create} breadcrumbs={[{ to: linkTo('externalRegistries'), label: m.title }]}>
        <CreateForm
          sections={sections}
          document={newRegistry}
          write={write}
          check={none}
          cautions={none}
          list={linkTo('externalRegistries')}
          words={{ create: m.create, created: m.created, impact: m.impactNew }}
        />
      </Page>
    </EnterpriseOnly>
  )
}

const newRegistry: ApiDocument = { name: '', url: '', auth: { mechanism: 'none' } }
