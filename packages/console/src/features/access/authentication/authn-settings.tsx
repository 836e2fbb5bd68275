import { type Authenticator, authentication } from '@brokerdeck/contract/access/authentication.ts'
import { toAuthnSettings } from '#domain/access/authentication/authn-document.ts'
import { authnImpact, losesUsers } from '#domain/access/authentication/authn-impact.ts'
import { authnKinds } from '#domain/access/authentication/authn-kinds.ts'
import { authenticator as m } from '#domain/access/authentication/messages.ts'
import { tokenCautions } from '#domain/access/authentication/token-cautions.ts'
import { tokenFaults } from '#domain/access/authentication/token-faults.ts'
import { warnIf } from '#kit/form/shell/form-spec.ts'
import { EndpointForm } from '#resource/endpoint-form/endpoint-form.tsx'
import { EmptyState } from '#ui/states.tsx'
import { toAuthenticatorUpdateRequest } from './authn-request.ts'

/** Shows the settings of an authenticator that is in the chain. */
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
