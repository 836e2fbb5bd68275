import { type AccessSource, authorization, sourceTypes } from '@brokerdeck/contract/access/authorization.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import * as v from 'valibot'
import { read } from '#api/query.ts'
import { ChainCreatePage } from '#features/access/access-chain/chain-create-page.tsx'
import { StepList } from '#features/access/access-steps/step-list.tsx'
import { StepPanel } from '#features/access/access-steps/step-panel.tsx'
import { backendName } from '#kit/access-words/backend-name.ts'
import { useUrlSearch } from '#kit/page/use-url-search.ts'
import { paths } from '#lib/paths.ts'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { createSource as m } from '../../messages/authorization.ts'
import { accessChain } from '../access-chain.tsx'
import { sourceKinds } from '../source-kinds.ts'

const SourceForm = lazy(async () => ({ default: (await import('./source-form.tsx')).SourceForm }))

const searchSchema = v.looseObject({
  type: v.fallback(v.optional(v.picklist(sourceTypes)), undefined),
})

/** Data source, configuration: each step a place of its own, so that the browser's way back works. */
export function CreateSourcePage() {
  const answer = useQuery(read(authorization.sources, {}))
  return (
    <ChainCreatePage chain={accessChain} title={m.title} answer={answer}>
      {({ sources }) => <Steps sources={sources} />}
    </ChainCreatePage>
  )
}

function Steps({ sources }: { readonly sources: readonly AccessSource[] }) {
  const [search] = useUrlSearch(searchSchema)
  const navigate = useNavigate()
  const isAdded = (type: string) => sources.some((source) => source.type === type)
  const type = search.type === undefined || isAdded(search.type) ? undefined : search.type
  const go = (to: Readonly<Record<string, string>>) =>
    void navigate({ to: paths.createAccessSource(), search: to })
  const steps = [
    { label: m.source, ...(type === undefined ? {} : { chosen: backendName(type), onBack: () => go({}) }) },
    { label: m.configuration },
  ]
  return (
    <>
      <StepList steps={steps} current={type === undefined ? 0 : 1} />
      {type === undefined ? (
        <StepPanel
          title={m.source}
          cards={Object.values(sourceKinds).map(({ type: value, about }) => ({
            value,
            label: backendName(value),
            about,
            isAdded: isAdded(value),
          }))}
          back={<Button onClick={() => void navigate({ to: paths.authorization() })}>{m.cancel}</Button>}
          onNext={(chosen) => go({ type: chosen })}
        />
      ) : (
        <Suspense fallback={<Skeleton height={240} />}>
          <SourceForm key={type} kind={sourceKinds[type]} />
        </Suspense>
      )}
    </>
  )
}
