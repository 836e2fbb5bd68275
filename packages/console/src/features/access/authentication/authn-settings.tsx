import { type Authenticator, authentication } from '@brokerdeck/contract/access/authentication.ts'
import { EndpointForm } from '#domain/endpoint-form/endpoint-form.tsx'
import { warnIf } from '#kit/form/shell/form-spec.ts'
import { toAuthnSettings } from '#managed/authentication/authn-document.ts'
import { authnImpact, losesUsers } from '#managed/authentication/authn-impact.ts'
import { authnKinds } from '#managed/authentication/authn-kinds.ts'
import { authenticator as m } from '#managed/authentication/messages.ts'
import { tokenCautions } from '#managed/authentication/token-cautions.ts'
import { tokenFaults } from '#managed/authentication/token-faults.ts'
import { EmptyState } from '#ui/states.tsx'
import { toAuthenticatorUpdateRequest } from './authn-request.ts'

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
      pickDocument={toAuthnSettings}
      writes={authentication.update}
      toRequest={toAuthenticatorUpdateRequest(kind.sections)}
      impact={(document, before) =>
        warnIf(losesUsers(authenticator, document, before), authnImpact(authenticator, document, before))
      }
      appliedMessage={m.updated}
      findFaults={tokenFaults}
      cautions={tokenCautions}
      hasDefaults
    />
  )
}
