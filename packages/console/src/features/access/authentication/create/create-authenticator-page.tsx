import { authentication } from '@brokerdeck/contract/access/authentication.ts'
import { writePlan } from '#domain/endpoint-form/write-plan.ts'
import { createRequest } from '#features/access/authentication/authn-request.ts'
import { authnName, mechanismName } from '#kit/access-words/authn-name.ts'
import { paths } from '#lib/paths.ts'
import { alreadyAdded } from '#managed/access-backend/access-figures.tsx'
import { authnKinds } from '#managed/authentication/authn-kinds.ts'
import { tokenFaults } from '#managed/authentication/token-faults.ts'
import { ManagedCreatePage } from '#managed/managed-create-page.tsx'
import { createAuthenticator as m } from '../../messages/authentication.ts'
import { authenticators } from '../authenticators.tsx'

const kinds = authnKinds.map((kind) => ({ ...kind, label: authnName(kind) }))

/** In the order in which they are offered. */
const mechanisms = [
  { id: 'password_based', about: m.passwordBasedAbout },
  { id: 'jwt', about: m.jwtAbout },
  { id: 'scram', about: m.scramAbout },
  { id: 'gssapi', about: m.gssapiAbout },
  { id: 'cinfo', about: m.cinfoAbout },
].map((mechanism) => ({ ...mechanism, label: mechanismName(mechanism.id) }))

/** Mechanism, data source, configuration. */
export function CreateAuthenticatorPage() {
  return (
    <ManagedCreatePage
      resource={authenticators}
      path={paths.createAuthenticator()}
      groups={{
        title: m.mechanism,
        param: 'mechanism',
        cards: mechanisms,
        groupOf: ({ mechanism }) => mechanism,
        allAdded: m.allAdded,
      }}
      kinds={kinds}
      kindTitle={m.backend}
      kindParam="kind"
      write={(kind) =>
        writePlan(authentication.create, { toRequest: createRequest(kind), faultsOf: tokenFaults })
      }
      words={{
        title: m.title,
        created: m.created,
        added: alreadyAdded,
        impact: (chain) => (chain.some(({ enable }) => enable) ? m.impact : m.impactFirst),
      }}
    />
  )
}
