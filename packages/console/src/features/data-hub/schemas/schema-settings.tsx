import { schemaRegistry as endpoints } from '@brokerdeck/contract/data-hub/schema-registry.ts'
import { schemaForm as m } from '#features/data-hub/messages/schemas.ts'
import { EndpointForm } from '#resource/endpoint-form/endpoint-form.tsx'
import { SamplePanel } from './sample-panel.tsx'
import {
  schemaBody,
  schemaCautions,
  schemaFaults,
  schemaSections,
  toSchemaSettings,
} from './schema-sections.tsx'

const sections = schemaSections(false)

/** Edits the text of an existing schema. */
export function SchemaSettings({ name }: { readonly name: string }) {
  return (
    <EndpointForm
      sections={sections}
      reads={endpoints.get}
      given={{ params: { name } }}
      pickDocument={toSchemaSettings}
      writes={endpoints.update}
      toRequest={(document) => ({ params: { name }, body: schemaBody(document) })}
      check={schemaFaults}
      cautions={schemaCautions}
      impact={() => m.impact}
      appliedMessage={m.saved}
      beside={<SamplePanel />}
    />
  )
}
