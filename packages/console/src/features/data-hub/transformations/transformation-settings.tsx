import { messageTransformations as endpoints } from '@brokerdeck/contract/data-hub/message-transformations.ts'
import { EndpointForm } from '#domain/endpoint-form/endpoint-form.tsx'
import { transformationForm as m } from '../messages/screening.ts'
import { TransformationPreview } from './transformation-preview.tsx'
import {
  settingsOf,
  transformationBody,
  transformationCautions,
  transformationFaults,
  transformationSections,
} from './transformation-sections.ts'

const sections = transformationSections(false)

/** The settings of a transformation that is there. */
export function TransformationSettings({ name }: { readonly name: string }) {
  return (
    <EndpointForm
      sections={sections}
      reads={endpoints.get}
      given={{ params: { name } }}
      documentOf={settingsOf}
      writes={endpoints.update}
      toRequest={(document, { enable }) => ({ body: transformationBody(document, name, enable) })}
      check={transformationFaults}
      cautions={transformationCautions}
      impact={() => m.impact}
      appliedMessage={m.saved}
      beside={<TransformationPreview name={name} />}
    />
  )
}
