import { authentication } from '@brokerdeck/contract/access/authentication.ts'
import * as v from 'valibot'
import { writePlan } from '#domain/endpoint-form/write-plan.ts'
import { toAuthenticatorCreateRequest } from '#features/access/authentication/authn-request.ts'
import { authnName, mechanismName } from '#kit/access-words/authn-name.ts'
import { useUrlSearch } from '#kit/page/link.tsx'
import { alreadyAdded } from '#managed/access-backend/access-figures.tsx'
import { authnKinds } from '#managed/authentication/authn-kinds.ts'
import { tokenCautions } from '#managed/authentication/token-cautions.ts'
import { tokenFaults } from '#managed/authentication/token-faults.ts'
import { ManagedCreatePage } from '#managed/managed-create-page.tsx'
import { linkTo } from '#routes/routes.ts'
import { createAuthenticator as m } from '../../messages/authentication.ts'
import { authenticatorResource } from '../authenticators.tsx'

const kinds = authnKinds.map((kind) => ({ ...kind, label: authnName(kind) }))

/** In the order in which they are offered. */
const mechanisms = [
  { id: 'password_based', about: m.passwordBasedAbout },
  { id: 'jwt', about: m.jwtAbout },
  { id: 'scram', about: m.scramAbout },
  { id: 'gssapi', about: m.gssapiAbout },
  { id: 'cinfo', about: m.cinfoAbout },
].map((mechanism) => ({ ...mechanism, label: mechanismName(mechanism.id) }))

const text = v.fallback(v.optional(v.string()), undefined)
const searchSchema = v.object({ mechanism: text, kind: text })

/** Mechanism, data source, configuration. */
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
