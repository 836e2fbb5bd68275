import { type Authenticator, authentication } from '@brokerdeck/contract/access/authentication.ts'
import { withoutForeign } from '#domain/access/access-backend/without-foreign.ts'
import { sendable, toAuthnIdentity, toAuthnSettings } from '#domain/access/authentication/authn-document.ts'
import type { AuthnKind } from '#domain/access/authentication/authn-kind.ts'
import type { Section } from '#kit/form/field.ts'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'
import { parseBody } from '#resource/endpoint-form/parse-body.ts'

export const toAuthenticatorCreateRequest =
  ({ mechanism, backend }: AuthnKind) =>
  (document: ApiDocument) => ({
    body: parseBody(authentication.create.body, {
      ...toAuthnIdentity({ mechanism, backend }),
      ...sendable(document),
    }),
  })

export const toAuthenticatorUpdateRequest =
  (sections: readonly Section[]) => (document: ApiDocument, authenticator: Authenticator) => ({
    params: { id: authenticator.id },
    body: parseBody(authentication.update.body, {
      ...toAuthnIdentity(authenticator),
      ...sendable(withoutForeign(sections, document)),
      enable: authenticator.enable,
    }),
  })

/**
 * Returns a request with the same settings, enabled or disabled. Secrets are sent back as the asterisks that the
 * broker returned, which keeps them.
 */
export function toAuthenticatorEnableRequest(authenticator: Authenticator, isOn: boolean) {
  return {
    params: { id: authenticator.id },
    body: parseBody(authentication.update.body, {
      ...toAuthnIdentity(authenticator),
      ...sendable(toAuthnSettings(authenticator)),
      enable: isOn,
    }),
  }
}
