import { messageTransformations as endpoints } from '@brokerdeck/contract/data-hub/message-transformations.ts'
import { useMemo } from 'react'
import { transformationForm as m } from '#features/data-hub/messages/screening.ts'
import {
  type KnownSchemas,
  RegistryPanel,
  WithKnownSchemas,
} from '#features/data-hub/screening/known-schemas.tsx'
import { EndpointForm } from '#resource/endpoint-form/endpoint-form.tsx'
import { TransformationPreview } from './transformation-preview.tsx'
import {
  toTransformationSettings,
  transformationBody,
  transformationCautions,
  transformationFaults,
  transformationSections,
} from './transformation-sections.ts'

/** Edits the settings of an existing transformation. */
export function TransformationSettings({ name }: { readonly name: string }) {
  return <WithKnownSchemas>{(known) => <Settings name={name} known={known} />}</WithKnownSchemas>
}

interface SettingsProps {
  readonly name: string
  readonly known: KnownSchemas | undefined
}

function Settings({ name, known }: SettingsProps) {
  const sections = useMemo(() => transformationSections(false, known), [known])
  return (
    <EndpointForm
      sections={sections}
      reads={endpoints.get}
      given={{ params: { name } }}
      pickDocument={toTransformationSettings}
      writes={endpoints.update}
      toRequest={(document, { enable }) => ({ body: transformationBody(document, name, enable) })}
      check={transformationFaults}
      cautions={transformationCautions}
      impact={() => m.impact}
      appliedMessage={m.saved}
      beside={
        <>
          <TransformationPreview name={name} known={known} />
          <RegistryPanel known={known} />
        </>
      }
    />
  )
}
