import { type Authenticator, authentication } from '@brokerdeck/contract/access/authentication.ts'
import { send } from '#acting/action.tsx'
import { request } from '#api/http.ts'
import {
  accessEnabling,
  accessFigures,
  orderDefinition,
  rateDefinition,
  stateDefinition,
} from '#domain/access/access-backend/access-figures.tsx'
import { hasUsers } from '#domain/access/authentication/authn-impact.ts'
import { authnFullName, authnName, mechanismName } from '#domain/access-words/authn-name.ts'
import { authentication as m } from '#features/access/messages/authentication.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { joinSentences } from '#i18n/sentences.ts'
import { queryPerItem, readOne, wholeList } from '#resource/managed-list.ts'
import { declareResource, toPosition } from '#resource/managed-resource.ts'
import { linkTo } from '#routes/routes.ts'
import { Tag } from '#ui/marks.tsx'
import { toAuthenticatorEnableRequest } from './authn-request.ts'

const toParams = ({ id }: Pick<Authenticator, 'id'>) => ({ params: { id } })

/** Describes the chain of authenticators that checks the credentials of every client. */
export const authenticatorResource = declareResource({
  toId: ({ id }) => id,
  idField: 'id',
  formatName: authnFullName,
  formatLabel: authnName,
  address: linkTo('authentication'),
  list: wholeList(authentication.list, {}, (chain) => chain, { pollSeconds: 10 }),
  columns: [
    'name',
    {
      id: 'mechanism',
      header: m.mechanism,
      value: ({ mechanism }) => mechanism,
      cell: ({ mechanism }) => mechanismName(mechanism),
      width: 150,
      phone: 'pair',
    },
    'status',
    'nodes',
    'metrics',
    'enabled',
  ],
  columnsKey: 'authenticatorTableColumns',
  exportName: 'authenticators',
  words: m,
  status: { read: queryPerItem(authentication.status, toParams, accessFigures), definition: stateDefinition },
  metrics: {
    counters: [
      { name: 'total', label: m.total, definition: m.totalDefinition },
      { name: 'success', label: m.success, definition: m.successDefinition },
      { name: 'failed', label: m.failed, definition: m.failedDefinition },
      { name: 'nomatch', label: m.nomatch, definition: m.nomatchDefinition },
    ],
    rateDefinition,
  },
  enable: {
    isOn: ({ enable }) => enable,
    // The authenticator is read again, because the page may show old data and the request sends all settings.
    set: (isOn) => async (authenticator) => {
      const now = await request(authentication.get, toParams(authenticator))
      return await request(authentication.update, toAuthenticatorEnableRequest(now, isOn))
    },
    enabling: accessEnabling,
    disabling: m.disabling,
    // Clients that reconnect are checked by other authenticators, or by no authenticator.
    interrupts: () => 'connections',
  },
  order: {
    move: toPosition(authentication.move, ({ id }, position) => ({ params: { id, position } })),
    definition: orderDefinition,
  },
  remove: {
    deed: send(authentication.remove, toParams),
    interrupts: ({ enable }) => (enable === false ? 'nothing' : 'connections'),
    consequence: (authenticator, kept) =>
      joinSentences(m.removeBody, hasUsers(authenticator) && m.removeUsers(kept, formatNumber(kept ?? 0))),
    countKept: async (authenticator) => {
      if (!hasUsers(authenticator)) return 0
      const query = { page: 1, limit: 1 }
      return (await request(authentication.users, { ...toParams(authenticator), query })).meta.count
    },
  },
  page: {
    address: (id, tab) => linkTo('authenticator', { id }, { tab }),
    read: readOne(
      authentication.get,
      (id) => toParams({ id }),
      (authenticator) => authenticator,
    ),
    badges: ({ mechanism, backend }) => backend !== undefined && <Tag>{mechanismName(mechanism)}</Tag>,
    tabs: [
      { id: 'settings', label: m.settings },
      { id: 'users', label: m.users, when: hasUsers },
    ],
    words: m,
  },
})
