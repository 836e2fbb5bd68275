import { type AccessSource, authorization } from '@brokerdeck/contract/access/authorization.ts'
import { useQuery } from '@tanstack/react-query'
import { read } from '#api/query.ts'
import type { ChainChange } from '#features/access/access-chain/chain.ts'
import type { AccessChange } from '#features/access/access-walk/preview/access-change.ts'
import { AccessPreview } from '#features/access/access-walk/preview/access-preview.tsx'

function changeOf(change: ChainChange<AccessSource>, sources: readonly AccessSource[]): AccessChange {
  const { kind, item } = change
  if (kind === 'remove') return { without: item.type }
  if (kind !== 'move') return { source: { ...item, enable: kind === 'enable' } }
  const others = sources.filter(({ type }) => type !== item.type)
  return { order: others.toSpliced(change.to, 0, item).map(({ type }) => type) }
}

/** What comes of a change to one of the sources as a whole. */
export function SourcePreview({ change }: { readonly change: ChainChange<AccessSource> }) {
  const { data } = useQuery(read(authorization.sources, {}))
  return data && <AccessPreview change={changeOf(change, data.sources)} />
}
