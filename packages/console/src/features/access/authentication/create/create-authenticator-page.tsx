import { type Authenticator, authentication } from '@brokerdeck/contract/access/authentication.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import * as v from 'valibot'
import { read } from '#api/query.ts'
import { ChainCreatePage } from '#features/access/access-chain/chain-create-page.tsx'
import { StepList } from '#features/access/access-steps/step-list.tsx'
import { StepPanel } from '#features/access/access-steps/step-panel.tsx'
import { authnName, mechanismName } from '#kit/access-words/authn-name.ts'
import { useUrlSearch } from '#kit/page/use-url-search.ts'
import { paths } from '#lib/paths.ts'
import { Button } from '#ui/button.tsx'
import { authnChain } from '../authn-chain.ts'
import { ConfigurationForm } from './configuration-form.tsx'
import { mechanisms } from './mechanisms.ts'
import { m } from './messages.ts'
import { offersOf, whyNotMechanism } from './offered-kinds.ts'

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
