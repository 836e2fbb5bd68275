import { type AccessSource, authorization } from '@brokerdeck/contract/access/authorization.ts'
import { authorizationRules } from '@brokerdeck/contract/access/authorization-rules.ts'
import { useQuery } from '@tanstack/react-query'
import { request } from '#api/http.ts'
import { read } from '#api/query.ts'
import type { Chain, ChainChange } from '#features/access/access-chain/chain.ts'
import type { AccessChange } from '#features/access/access-walk/preview/access-change.ts'
import { AccessPreview } from '#features/access/access-walk/preview/access-preview.tsx'
import { formatNumber } from '#i18n/format-number.ts'
import { joinSentences } from '#i18n/join-sentences.ts'
import { backendName } from '#kit/access-words/backend-name.ts'
import { paths } from '#lib/paths.ts'
import { authorization as m } from '../messages/authorization.ts'
import { type SourceCount, sourceCounts } from './source-counts.ts'
import { enableRequest } from './source-request.ts'

const nameOf = ({ type }: AccessSource) => backendName(type)

/** The chain that everything a client publishes and subscribes to goes through. */
export const accessChain: Chain<AccessSource, SourceCount> = {
  idOf: ({ type }) => type,
  nameOf,
  labelOf: nameOf,
  counts: sourceCounts,
  tabsOf: (source) => [
    ...(hasRules(source) ? [{ id: 'rules', label: m.rules }] : []),
    { id: 'settings', label: m.settings },
  ],
  useStatus: ({ type }) => useQuery(read(authorization.status, { params: { type } }, { pollSeconds: 5 })),
  move: ({ type }, position) => request(authorization.moveSource, { params: { type }, body: { position } }),
  // Read once more: what the page showed may be old, and everything is sent.
  enable: async ({ type }, isOn) => {
    const now = await request(authorization.source, { params: { type } })
    return await request(authorization.saveSource, enableRequest(now, isOn))
  },
  remove: ({ type }) => request(authorization.removeSource, { params: { type } }),
  path: paths.authorization(),
  memberPath: paths.accessSource,
  preview: (change) => <SourcePreview change={change} />,
  removal: (source, lost) =>
    joinSentences(m.removeBody, hasRules(source) && m.removeRules(lost, formatNumber(lost ?? 0))),
  countLost: async (source) => {
    if (!hasRules(source)) return 0
    const query = { page: 1, limit: 1 }
    const [{ meta: clients }, { meta: users }, { rules }] = await Promise.all([
      request(authorizationRules.clients, { query }),
      request(authorizationRules.users, { query }),
      request(authorizationRules.all, {}),
    ])
    if (clients.count === undefined || users.count === undefined) return undefined
    return clients.count + users.count + rules.length
  },
  words: m,
}

/** Only the built-in database keeps rules that are written one by one. */
function hasRules({ type }: Pick<AccessSource, 'type'>): boolean {
  return type === 'built_in_database'
}

function changeOf(change: ChainChange<AccessSource>, sources: readonly AccessSource[]): AccessChange {
  const { kind, item } = change
  if (kind === 'remove') return { without: item.type }
  if (kind !== 'move') return { source: { ...item, enable: kind === 'enable' } }
  const others = sources.filter(({ type }) => type !== item.type)
  return { order: others.toSpliced(change.to, 0, item).map(({ type }) => type) }
}

/** What comes of a change to one of the sources as a whole. */
function SourcePreview({ change }: { readonly change: ChainChange<AccessSource> }) {
  const { data } = useQuery(read(authorization.sources, {}))
  return data && <AccessPreview change={changeOf(change, data.sources)} />
}
