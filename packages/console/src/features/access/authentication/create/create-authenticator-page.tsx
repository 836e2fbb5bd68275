import { type Authenticator, authentication } from '@brokerdeck/contract/access/authentication.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import * as v from 'valibot'
import { read } from '#api/query.ts'
import { currentSession, editionNumber } from '#api/session.ts'
import { writePlan } from '#domain/endpoint-form/write-plan.ts'
import { ChainCreateForm } from '#features/access/access-chain/chain-create-form.tsx'
import { ChainCreatePage } from '#features/access/access-chain/chain-create-page.tsx'
import { StepList } from '#features/access/access-steps/step-list.tsx'
import { StepPanel } from '#features/access/access-steps/step-panel.tsx'
import type { AuthnKind, Mechanism } from '#features/access/authentication/authn-kind.ts'
import { authnKinds } from '#features/access/authentication/authn-kinds.ts'
import { createRequest } from '#features/access/authentication/authn-request.ts'
import { tokenFaults } from '#features/access/authentication/token-faults.ts'
import { authnName, mechanismName } from '#kit/access-words/authn-name.ts'
import { useUrlSearch } from '#kit/page/use-url-search.ts'
import { paths } from '#lib/paths.ts'
import { Button } from '#ui/button.tsx'
import { createAuthenticator as m } from '../../messages/authentication.ts'
import { authnChain } from '../authn-chain.ts'

/** In the order in which they are offered. */
const mechanisms = [
  { id: 'password_based', about: m.passwordBasedAbout },
  { id: 'jwt', about: m.jwtAbout },
  { id: 'scram', about: m.scramAbout },
  { id: 'gssapi', about: m.gssapiAbout },
  { id: 'cinfo', about: m.cinfoAbout },
] as const

const searchSchema = v.looseObject({
  mechanism: v.fallback(v.optional(v.picklist(mechanisms.map(({ id }) => id))), undefined),
  kind: v.fallback(v.optional(v.string()), undefined),
})

/** Mechanism, data source, configuration: each step a place of its own, so that the browser's way back works. */
export function CreateAuthenticatorPage() {
  const answer = useQuery(read(authentication.list, {}))
  return (
    <ChainCreatePage chain={authnChain} title={m.title} answer={answer}>
      {(chain) => <Steps chain={chain} />}
    </ChainCreatePage>
  )
}

function Steps({ chain }: { readonly chain: readonly Authenticator[] }) {
  const [{ mechanism, kind: id }] = useUrlSearch(searchSchema)
  const navigate = useNavigate()
  const go = (search: Readonly<Record<string, string>>) =>
    void navigate({ to: paths.createAuthenticator(), search })
  const offers = mechanism === undefined ? [] : offersOf(mechanism, chain)
  const kind = offers.find((offer) => offer.kind.id === id && offer.reason === undefined)?.kind
  const current = kind !== undefined ? 2 : mechanism === undefined ? 0 : 1
  const steps = [
    {
      label: m.mechanism,
      ...(mechanism === undefined ? {} : { chosen: mechanismName(mechanism), onBack: () => go({}) }),
    },
    {
      label: m.backend,
      ...(kind === undefined ? {} : { chosen: kind.backend ? authnName(kind) : '—' }),
      ...(mechanism === undefined || offers.length < 2 ? {} : { onBack: () => go({ mechanism }) }),
    },
    { label: m.configuration },
  ]
  return (
    <>
      <StepList steps={steps} current={current} />
      {mechanism === undefined && (
        <StepPanel
          key="mechanism"
          title={m.mechanism}
          cards={mechanisms.map(({ id: value, about }) => ({
            value,
            label: mechanismName(value),
            about,
            reason: whyNotMechanism(value, chain),
            isAdded: offersOf(value, chain).every(({ isAdded }) => isAdded),
          }))}
          back={<Button onClick={() => void navigate({ to: paths.authentication() })}>{m.cancel}</Button>}
          onNext={(chosen) => {
            const [only, ...more] = offersOf(chosen, chain)
            const isOnly = only !== undefined && more.length === 0
            go({ mechanism: chosen, ...(isOnly ? { kind: only.kind.id } : {}) })
          }}
        />
      )}
      {mechanism !== undefined && kind === undefined && (
        <StepPanel
          key="backend"
          title={m.backend}
          cards={offers.map(({ kind: one, isAdded, reason }) => ({
            value: one.id,
            label: authnName(one),
            about: one.about,
            isAdded,
            reason,
          }))}
          back={<Button onClick={() => go({})}>{m.back}</Button>}
          onNext={(chosen) => go({ mechanism, kind: chosen })}
        />
      )}
      {kind !== undefined && (
        <ConfigurationForm key={kind.id} kind={kind} isFirst={!chain.some(({ enable }) => enable)} />
      )}
    </>
  )
}

/** Something that can be chosen, or why not. */
interface Offer {
  readonly kind: AuthnKind
  readonly isAdded: boolean
  readonly reason: string | undefined
}

function offersOf(mechanism: Mechanism, chain: readonly Authenticator[]): readonly Offer[] {
  const isEnterprise = editionNumber(currentSession()?.edition ?? '') === 1
  return authnKinds
    .filter((kind) => kind.mechanism === mechanism)
    .map((kind) => {
      const isAdded = chain.some(({ id }) => id === kind.id)
      const isMissing = kind.isEnterprise === true && !isEnterprise
      return { kind, isAdded, reason: isAdded ? m.addedReason : isMissing ? m.enterpriseReason : undefined }
    })
}

/** Why nothing of a mechanism can be chosen; undefined if something can. */
function whyNotMechanism(mechanism: Mechanism, chain: readonly Authenticator[]): string | undefined {
  const offers = offersOf(mechanism, chain)
  if (offers.some(({ reason }) => reason === undefined)) return undefined
  if (offers.length === 1) return offers[0]?.reason
  return offers.every(({ isAdded }) => isAdded) ? m.allAdded : m.enterpriseReason
}

interface ConfigurationFormProps {
  readonly kind: AuthnKind
  /** Nobody was asked for anything until now. */
  readonly isFirst: boolean
}

/** The last step: the settings of what was chosen. */
function ConfigurationForm({ kind, isFirst }: ConfigurationFormProps) {
  const toRequest = createRequest(kind)
  return (
    <ChainCreateForm
      chain={authnChain}
      kind={kind}
      write={writePlan(authentication.create, {
        toRequest,
        faultsOf: tokenFaults,
      })}
      words={{ create: m.create, created: m.created, impact: isFirst ? m.impactFirst : m.impact }}
    />
  )
}
