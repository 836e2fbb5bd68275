import { type Authenticator, authentication } from '@brokerdeck/contract/access/authentication.ts'
import { EndpointForm } from '#domain/endpoint-form/endpoint-form.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { authentication as m } from '../messages/authentication.ts'
import { settingsOf } from './authn-document.ts'
import { authnImpact } from './authn-impact.ts'
import { authnKinds } from './authn-kinds.ts'
import { updateRequest } from './authn-request.ts'
import { tokenFaults } from './token-faults.ts'

/** The settings of an authenticator that is in the chain. */
export function AuthnSettings({ authenticator }: { readonly authenticator: Authenticator }) {
  const { id } = authenticator
  const kind = authnKinds.find((one) => one.id === id)
  if (kind === undefined) return <EmptyState title={m.noFormTitle}>{m.noFormText}</EmptyState>
  return (
    <EndpointForm
      sections={kind.sections}
      reads={authentication.get}
      given={{ params: { id } }}
      documentOf={settingsOf}
      writes={authentication.update}
      toRequest={updateRequest(kind.sections)}
      impact={(document, before) => authnImpact(authenticator, document, before)}
      appliedMessage={m.updated}
      faultsOf={tokenFaults}
      hasDefaults
    />
  )
}
