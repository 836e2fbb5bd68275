import { authorization } from '@brokerdeck/contract/access/authorization.ts'
import { writePlan } from '#domain/endpoint-form/write-plan.ts'
import { AccessPreview } from '#features/access/access-walk/preview/access-preview.tsx'
import { backendName } from '#kit/access-words/backend-name.ts'
import { paths } from '#lib/paths.ts'
import { alreadyAdded } from '#managed/access-backend/access-figures.tsx'
import { ManagedCreatePage } from '#managed/managed-create-page.tsx'
import { createSource as m } from '../../messages/authorization.ts'
import { sourceKinds } from '../source-kinds.ts'
import { createRequest } from '../source-request.ts'
import { sources } from '../sources.tsx'

const kinds = Object.values(sourceKinds).map((kind) => ({
  ...kind,
  id: kind.type,
  label: backendName(kind.type),
}))

/** Data source, configuration. */
export function CreateSourcePage() {
  return (
    <ManagedCreatePage
      resource={sources}
      path={paths.createAccessSource()}
      kinds={kinds}
      kindTitle={m.source}
      kindParam="type"
      write={(kind) => writePlan(authorization.createSource, { toRequest: createRequest(kind) })}
      preview={({ type }, settings) => (
        <AccessPreview change={{ source: { ...settings, type, enable: true } }} />
      )}
      words={{ title: m.title, created: m.created, added: alreadyAdded, impact: () => m.impact }}
    />
  )
}
