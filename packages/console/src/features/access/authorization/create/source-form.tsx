import { authorization } from '@brokerdeck/contract/access/authorization.ts'
import { writePlan } from '#domain/endpoint-form/write-plan.ts'
import { ChainCreateForm } from '#features/access/access-chain/chain-create-form.tsx'
import { AccessPreview } from '#features/access/access-walk/preview/access-preview.tsx'
import { createSource as m } from '../../messages/authorization.ts'
import { accessChain } from '../access-chain.tsx'
import type { SourceKind } from '../source-kind.ts'
import { createRequest } from '../source-request.ts'

/** The last step: the settings of what was chosen. */
export function SourceForm({ kind }: { readonly kind: SourceKind }) {
  const toRequest = createRequest(kind)
  return (
    <ChainCreateForm
      chain={accessChain}
      kind={kind}
      write={writePlan(authorization.createSource, { toRequest })}
      preview={(settings) => (
        <AccessPreview change={{ source: { ...settings, type: kind.type, enable: true } }} />
      )}
      words={{ create: m.title, created: m.created, impact: m.impact }}
    />
  )
}
