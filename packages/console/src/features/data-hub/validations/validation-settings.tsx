import { schemaValidations as endpoints } from '@brokerdeck/contract/data-hub/schema-validations.ts'
import { EndpointForm } from '#domain/endpoint-form/endpoint-form.tsx'
import { validationForm as m } from '../messages/screening.ts'
import { topicCautions } from '../screening/screen-sections.ts'
import { settingsOf, validationBody, validationFaults, validationSections } from './validation-sections.ts'

const sections = validationSections(false)

/** The settings of a validation that is there. */
export function ValidationSettings({ name }: { readonly name: string }) {
  return (
    <EndpointForm
      sections={sections}
      reads={endpoints.get}
      given={{ params: { name } }}
      documentOf={settingsOf}
      writes={endpoints.update}
      toRequest={(document, { enable }) => ({ body: validationBody(document, name, enable) })}
      check={validationFaults}
      cautions={topicCautions}
      impact={() => m.impact}
      appliedMessage={m.saved}
    />
  )
}
