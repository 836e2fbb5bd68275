import { authentication } from '@brokerdeck/contract/access/authentication.ts'
import * as v from 'valibot'
import { alreadyAdded } from '#domain/access/access-backend/access-figures.tsx'
import { authnKinds } from '#domain/access/authentication/authn-kinds.ts'
import { tokenCautions } from '#domain/access/authentication/token-cautions.ts'
import { tokenFaults } from '#domain/access/authentication/token-faults.ts'
import { authnName, mechanismName } from '#domain/access-words/authn-name.ts'
import { authenticatorResource } from '#features/access/authentication/authenticators.tsx'
import { toAuthenticatorCreateRequest } from '#features/access/authentication/authn-request.ts'
import { createAuthenticator as m } from '#features/access/messages/authentication.ts'
import { useUrlSearch } from '#kit/page/link.tsx'
import { writePlan } from '#resource/endpoint-form/write-plan.ts'
import { ManagedCreatePage } from '#resource/managed-create-page.tsx'
import { linkTo } from '#routes/routes.ts'

const kinds = authnKinds.map((kind) => ({ ...kind, label: authnName(kind) }))

/** The mechanisms, in the order in which they are offered. */
const mechanisms = [
  { id: 'password_based', about: m.passwordBasedAbout },
  { id: 'jwt', about: m.jwtAbout },
  { id: 'scram', about: m.scramAbout },
  { id: 'gssapi', about: m.gssapiAbout },
  { id: 'cinfo', about: m.cinfoAbout },
].map((mechanism) => ({ ...mechanism, label: mechanismName(mechanism.id) }))

const text = v.fallback(v.optional(v.string()), undefined)
const searchSchema = v.object({ mechanism: text, kind: text })

/** Leads through the creation of an authenticator: mechanism, data source, configuration. */
export function CreateAuthenticatorPage() {
  const [{ mechanism, kind: chosen }] = useUrlSearch('createAuthenticator', searchSchema)
  return (
    <ManagedCreatePage
      resource={authenticatorResource}
      choice={{ group: mechanism, kind: chosen }}
      toChoiceAddress={({ group, kind }) => linkTo('createAuthenticator', { mechanism: group, kind })}
      groups={{
        title: m.mechanism,
        cards: mechanisms,
        toGroup: (kind) => kind.mechanism,
        allAdded: m.allAdded,
      }}
      kinds={kinds}
      kindTitle={m.backend}
      write={(kind) => ({
        ...writePlan(authentication.create, {
          toRequest: toAuthenticatorCreateRequest(kind),
          findFaults: tokenFaults,
        }),
        cautions: tokenCautions,
      })}
      words={{
        title: m.title,
        created: m.created,
        added: alreadyAdded,
        impact: (chain) => (chain.some(({ enable }) => enable) ? m.impact : m.impactFirst),
      }}
    />
  )
}
