import { schemaValidations as endpoints } from '@brokerdeck/contract/data-hub/schema-validations.ts'
import { useMemo } from 'react'
import { validationForm as m, validations } from '#features/data-hub/messages/screening.ts'
import { CreateForm } from '#features/data-hub/screening/create-form.tsx'
import {
  type KnownSchemas,
  RegistryPanel,
  WithKnownSchemas,
} from '#features/data-hub/screening/known-schemas.tsx'
import { topicCautions } from '#features/data-hub/screening/screen-sections.ts'
import { StartingDocument } from '#features/data-hub/screening/starting-document.tsx'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'
import { writePlan } from '#resource/endpoint-form/write-plan.ts'
import { linkTo } from '#routes/routes.ts'
import { TrialPanel } from './trial-panel.tsx'
import {
  toValidationSettings,
  validationBody,
  validationFaults,
  validationSections,
} from './validation-sections.ts'

const write = writePlan(endpoints.create, {
  toRequest: (document) => ({ body: validationBody(document, String(document['name'] ?? ''), true) }),
})

export function NewValidation() {
  return <WithKnownSchemas>{(known) => <Fresh known={known} />}</WithKnownSchemas>
}

function Fresh({ known }: { readonly known: KnownSchemas | undefined }) {
  const sections = useMemo(() => validationSections(true, known), [known])
  return (
    <StartingDocument
      page="createValidation"
      reads={endpoints.get}
      given={(name) => ({ params: { name } })}
      pickDocument={toValidationSettings}
      fresh={newValidation}
    >
      {(document) => (
        <CreateForm
          sections={sections}
          document={document}
          write={write}
          check={validationFaults}
          cautions={topicCautions}
          beside={
            <>
              <TrialPanel known={known} />
              <RegistryPanel known={known} />
            </>
          }
          list={linkTo('validations')}
          words={{ create: validations.create, created: m.created, impact: m.impactNew }}
        />
      )}
    </StartingDocument>
  )
}

const newValidation: ApiDocument = {
  name: '',
  description: '',
  topics: ['t/#'],
  strategy: 'all_pass',
  checks: [{ type: 'sql', sql: 'SELECT\n  payload.temp AS temp\nWHERE\n  temp < 100' }],
  failure_action: 'drop',
  log_failure: { level: 'warning' },
}
