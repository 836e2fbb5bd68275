import { schemaValidations as endpoints } from '@brokerdeck/contract/data-hub/schema-validations.ts'
import { useMemo } from 'react'
import { validationForm as m } from '#features/data-hub/messages/screening.ts'
import {
  type KnownSchemas,
  RegistryPanel,
  WithKnownSchemas,
} from '#features/data-hub/screening/known-schemas.tsx'
import { topicCautions } from '#features/data-hub/screening/screen-sections.ts'
import { EndpointForm } from '#resource/endpoint-form/endpoint-form.tsx'
import { TrialPanel } from './trial-panel.tsx'
import {
  toValidationSettings,
  validationBody,
  validationFaults,
  validationSections,
} from './validation-sections.ts'

/** Edits the settings of an existing validation. */
export function ValidationSettings({ name }: { readonly name: string }) {
  return <WithKnownSchemas>{(known) => <Settings name={name} known={known} />}</WithKnownSchemas>
}

interface SettingsProps {
  readonly name: string
  readonly known: KnownSchemas | undefined
}

function Settings({ name, known }: SettingsProps) {
  const sections = useMemo(() => validationSections(false, known), [known])
  return (
    <EndpointForm
      sections={sections}
      reads={endpoints.get}
      given={{ params: { name } }}
      pickDocument={toValidationSettings}
      writes={endpoints.update}
      toRequest={(document, { enable }) => ({ body: validationBody(document, name, enable) })}
      check={validationFaults}
      cautions={topicCautions}
      impact={() => m.impact}
      appliedMessage={m.saved}
      beside={
        <>
          <TrialPanel known={known} />
          <RegistryPanel known={known} />
        </>
      }
    />
  )
}
