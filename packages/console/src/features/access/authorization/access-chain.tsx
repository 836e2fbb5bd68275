import { type AccessSource, authorization } from '@brokerdeck/contract/access/authorization.ts'
import { authorizationRules } from '@brokerdeck/contract/access/authorization-rules.ts'
import { useQuery } from '@tanstack/react-query'
import { request } from '#api/http.ts'
import { read } from '#api/query.ts'
import type { Chain } from '#features/access/access-chain/chain.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { joinSentences } from '#i18n/join-sentences.ts'
import { backendName } from '#kit/access-words/backend-name.ts'
import { paths } from '#lib/paths.ts'
import { hasRules } from './has-rules.ts'
import { m } from './messages.ts'
import { type SourceCount, sourceCounts } from './source-counts.ts'
import { SourcePreview } from './source-preview.tsx'
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
  reads: { list: authorization.sources, others: [authorization.source, authorization.status] },
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
