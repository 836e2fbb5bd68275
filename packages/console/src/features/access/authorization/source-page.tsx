import { authorization, type SourceType, sourceTypes } from '@brokerdeck/contract/access/authorization.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { lazy } from 'react'
import { read } from '#api/query.ts'
import { ChainMemberPage } from '#features/access/access-chain/chain-member-page.tsx'
import { accessChain } from './access-chain.tsx'

const RulesPanel = lazy(async () => ({ default: (await import('./rules/rules-panel.tsx')).RulesPanel }))
const SourceSettings = lazy(async () => ({ default: (await import('./source-settings.tsx')).SourceSettings }))

/** One source: what it decided, its settings, and the rules it keeps. */
export function SourcePage() {
  const { type: given = '' }: { type?: string } = useParams({ strict: false })
  const type = sourceTypes.find((one) => one === given)
  if (type === undefined)
    return <ChainMemberPage chain={accessChain} answer={undefined} content={() => null} />
  return <Source key={type} type={type} />
}

function Source({ type }: { readonly type: SourceType }) {
  const answer = useQuery(read(authorization.source, { params: { type } }))
  return (
    <ChainMemberPage
      chain={accessChain}
      answer={answer}
      content={(tab, source) =>
        tab === 'rules' ? <RulesPanel source={source} /> : <SourceSettings source={source} />
      }
    />
  )
}
