import { type Authenticator, authentication } from '@brokerdeck/contract/access/authentication.ts'
import { useQuery } from '@tanstack/react-query'
import { request } from '#api/http.ts'
import { read } from '#api/query.ts'
import type { Chain } from '#features/access/access-chain/chain.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { joinSentences } from '#i18n/join-sentences.ts'
import { authnFullName, authnName } from '#kit/access-words/authn-name.ts'
import { paths } from '#lib/paths.ts'
import { authentication as m } from '../messages/authentication.ts'
import { type AuthnCount, authnCounts } from './authn-counts.ts'
import { enableRequest } from './authn-request.ts'
import { hasUsers } from './has-users.ts'

/** The chain that the credentials of every client go through. */
export const authnChain: Chain<Authenticator, AuthnCount> = {
  idOf: ({ id }) => id,
  nameOf: authnFullName,
  labelOf: authnName,
  counts: authnCounts,
  tabsOf: (authenticator) => [
    { id: 'settings', label: m.settings },
    ...(hasUsers(authenticator) ? [{ id: 'users', label: m.users }] : []),
  ],
  useStatus: ({ id }) => useQuery(read(authentication.status, { params: { id } }, { pollSeconds: 5 })),
  move: ({ id }, position) => request(authentication.move, { params: { id, position } }),
  // Read once more: what the page showed may be old, and everything is sent.
  enable: async ({ id }, isOn) => {
    const now = await request(authentication.get, { params: { id } })
    return await request(authentication.update, enableRequest(now, isOn))
  },
  remove: ({ id }) => request(authentication.remove, { params: { id } }),
  path: paths.authentication(),
  memberPath: paths.authenticator,
  removal: (authenticator, lost) =>
    joinSentences(m.removeBody, hasUsers(authenticator) && m.removeUsers(lost, formatNumber(lost ?? 0))),
  countLost: async (authenticator) => {
    if (!hasUsers(authenticator)) return 0
    const query = { page: 1, limit: 1 }
    return (await request(authentication.users, { params: { id: authenticator.id }, query })).meta.count
  },
  words: m,
}
