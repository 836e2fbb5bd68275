import { schemaRegistry as endpoints } from '@brokerdeck/contract/data-hub/schema-registry.ts'
import { schemaForm as m, schemas } from '#features/data-hub/messages/schemas.ts'
import { CreateForm } from '#features/data-hub/screening/create-form.tsx'
import { StartingDocument } from '#features/data-hub/screening/starting-document.tsx'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'
import { writePlan } from '#resource/endpoint-form/write-plan.ts'
import { linkTo } from '#routes/routes.ts'
import { SamplePanel } from './sample-panel.tsx'
import {
  schemaBody,
  schemaCautions,
  schemaFaults,
  schemaSections,
  toSchemaSettings,
} from './schema-sections.tsx'

const sections = schemaSections(true)

const write = writePlan(endpoints.create, {
  toRequest: (document) => ({
    body: { ...schemaBody(document), name: String(document['name'] ?? '') },
  }),
})

export function NewSchema() {
  return (
    <StartingDocument
      page="createSchema"
      reads={endpoints.get}
      given={(name) => ({ params: { name } })}
      pickDocument={toSchemaSettings}
      fresh={newSchema}
    >
      {(document) => (
        <CreateForm
          sections={sections}
          document={document}
          write={write}
          check={schemaFaults}
          cautions={schemaCautions}
          list={linkTo('schemas')}
          beside={<SamplePanel />}
          words={{ create: schemas.create, created: m.created, impact: m.impactNew }}
        />
      )}
    </StartingDocument>
  )
}

const newSchema: ApiDocument = { name: '', description: '', type: 'json', source: '' }
