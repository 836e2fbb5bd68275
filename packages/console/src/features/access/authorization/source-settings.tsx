import { type AccessSource, authorization } from '@brokerdeck/contract/access/authorization.ts'
import { AccessPreview } from '#features/access/access-evaluation/preview/access-preview.tsx'
import { authorization as m } from '#features/access/messages/authorization.ts'
import { EndpointForm } from '#resource/endpoint-form/endpoint-form.tsx'
import { sourceKinds } from './source-kinds.ts'
import { toSourceSettings, toSourceUpdateRequest } from './source-request.ts'

/** Shows the settings of a source that is in the chain. */
export function SourceSettings({ source: { type, enable } }: { readonly source: AccessSource }) {
  const kind = sourceKinds[type]
  return (
    <EndpointForm
      sections={kind.sections}
      reads={authorization.source}
      given={{ params: { type } }}
      pickDocument={toSourceSettings}
      writes={authorization.saveSource}
      toRequest={toSourceUpdateRequest(kind)}
      impact={() => m.impact}
      preview={(settings) => <AccessPreview change={{ source: { ...settings, type, enable } }} />}
      appliedMessage={m.updated}
      hasDefaults={type !== 'file'}
    />
  )
}
