import { authorization } from '@brokerdeck/contract/access/authorization.ts'
import * as v from 'valibot'
import { alreadyAdded } from '#domain/access/access-backend/access-figures.tsx'
import { backendName } from '#domain/access-words/authn-name.ts'
import { AccessPreview } from '#features/access/access-evaluation/preview/access-preview.tsx'
import { sourceKinds } from '#features/access/authorization/source-kinds.ts'
import { toSourceCreateRequest } from '#features/access/authorization/source-request.ts'
import { accessSourceResource } from '#features/access/authorization/sources.tsx'
import { createSource as m } from '#features/access/messages/authorization.ts'
import { useUrlSearch } from '#kit/page/link.tsx'
import { writePlan } from '#resource/endpoint-form/write-plan.ts'
import { ManagedCreatePage } from '#resource/managed-create-page.tsx'
import { linkTo } from '#routes/routes.ts'

const kinds = Object.values(sourceKinds).map((kind) => ({
  ...kind,
  id: kind.type,
  label: backendName(kind.type),
}))

const searchSchema = v.object({ type: v.fallback(v.optional(v.string()), undefined) })

/** Leads through the creation of a source: data source, configuration. */
export function CreateAccessSourcePage() {
  const [{ type }] = useUrlSearch('createAccessSource', searchSchema)
  return (
    <ManagedCreatePage
      resource={accessSourceResource}
      choice={{ kind: type }}
      toChoiceAddress={({ kind }) => linkTo('createAccessSource', { type: kind })}
      kinds={kinds}
      kindTitle={m.source}
      write={(kind) => writePlan(authorization.createSource, { toRequest: toSourceCreateRequest(kind) })}
      preview={(kind, settings) => (
        <AccessPreview change={{ source: { ...settings, type: kind.type, enable: true } }} />
      )}
      words={{ title: m.title, created: m.created, added: alreadyAdded, impact: () => m.impact }}
    />
  )
}
