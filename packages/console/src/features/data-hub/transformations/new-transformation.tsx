import { messageTransformations as endpoints } from '@brokerdeck/contract/data-hub/message-transformations.ts'
import { useMemo } from 'react'
import { transformationForm as m, transformations } from '#features/data-hub/messages/screening.ts'
import { CreateForm } from '#features/data-hub/screening/create-form.tsx'
import {
  type KnownSchemas,
  RegistryPanel,
  WithKnownSchemas,
} from '#features/data-hub/screening/known-schemas.tsx'
import { StartingDocument } from '#features/data-hub/screening/starting-document.tsx'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'
import { writePlan } from '#resource/endpoint-form/write-plan.ts'
import { linkTo } from '#routes/routes.ts'
import { TransformationPreview } from './transformation-preview.tsx'
import {
  toTransformationSettings,
  transformationBody,
  transformationCautions,
  transformationFaults,
  transformationSections,
} from './transformation-sections.ts'

const write = writePlan(endpoints.create, {
  toRequest: (document) => ({ body: transformationBody(document, String(document['name'] ?? ''), true) }),
})

export function NewTransformation() {
  return <WithKnownSchemas>{(known) => <Fresh known={known} />}</WithKnownSchemas>
}

function Fresh({ known }: { readonly known: KnownSchemas | undefined }) {
  const sections = useMemo(() => transformationSections(true, known), [known])
  return (
    <StartingDocument
      page="createTransformation"
      reads={endpoints.get}
      given={(name) => ({ params: { name } })}
      pickDocument={toTransformationSettings}
      fresh={newTransformation}
    >
      {(document) => (
        <CreateForm
          sections={sections}
          document={document}
          write={write}
          check={transformationFaults}
          cautions={transformationCautions}
          list={linkTo('transformations')}
          beside={
            <>
              <TransformationPreview name="preview" known={known} />
              <RegistryPanel known={known} />
            </>
          }
          words={{ create: transformations.create, created: m.created, impact: m.impactNew }}
        />
      )}
    </StartingDocument>
  )
}

const newTransformation: ApiDocument = {
  name: '',
  description: '',
  topics: ['t/#'],
  payload_decoder: { type: 'json' },
  payload_encoder: { type: 'json' },
  operations: [{ key: 'payload.clientid', value: 'clientid' }],
  failure_action: 'drop',
  log_failure: { level: 'warning' },
}
