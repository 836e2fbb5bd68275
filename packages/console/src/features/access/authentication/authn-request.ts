import { type Authenticator, authentication } from '@brokerdeck/contract/access/authentication.ts'
import { parseBody } from '#domain/endpoint-form/parse-body.ts'
import type { Section } from '#kit/form/field.ts'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'
import { withoutForeign } from '#managed/access-backend/without-foreign.ts'
import { sendable, toAuthnIdentity, toAuthnSettings } from '#managed/authentication/authn-document.ts'
import type { AuthnKind } from '#managed/authentication/authn-kind.ts'

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

/** The same settings, on or off: secrets go back as the asterisks they came as, which keeps them. */
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
