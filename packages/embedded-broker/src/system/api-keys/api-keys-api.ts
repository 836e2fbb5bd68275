import { apiKeys, type ApiKey as KeyJson } from '@brokerdeck/contract/system/api-keys.ts'
import { refusal } from '../../http/api-refusal.ts'
import type { Pieces } from '../../http/api-resource.ts'
import { apiResource } from '../../http/api-resource.ts'
import { formatSeconds } from '../../http/timestamp.ts'
import type { ApiKey } from './api-keys.ts'

type ApiKeysApiDeps = Pieces<'apiKeys' | 'edition'>

const unknownKey = () => refusal(404, 'NOT_FOUND', 'Name NOT FOUND')

function toJson(key: ApiKey, { edition }: ApiKeysApiDeps): KeyJson {
  return {
    api_key: key.key,
    created_at: formatSeconds(key.createdAt),
    desc: key.desc,
    enable: key.enable,
    expired: key.isExpired,
    expired_at: key.expiredAt === null ? 'infinity' : formatSeconds(key.expiredAt),
    name: key.name,
    ...(edition === 'enterprise' ? { role: key.role } : {}),
  }
}

/** A missing moment means never, whatever the value was before, as in the broker. */
function expirySecond(moment: string | number | null | undefined): number | null {
  if (moment === undefined || moment === null || moment === 'infinity') return null
  return typeof moment === 'number' ? moment : Math.floor(Date.parse(moment) / 1000)
}

export const apiKeysApi = apiResource({
  endpoints: apiKeys,
  uses: ['apiKeys', 'edition'],
  handlers: {
    list(_received, call) {
      return { status: 200, body: call.apiKeys.list().map((key) => toJson(key, call)) }
    },

    async create({ body: { name, desc, enable, expired_at, role = 'administrator' } }, call) {
      const settings = { desc, enable, role, expiredAt: expirySecond(expired_at) }
      const created = await call.apiKeys.create(name, settings)
      if (created === undefined) throw refusal(400, 'BAD_REQUEST', 'name_already_existed')
      return { status: 200, body: { ...toJson(created.apiKey, call), api_secret: created.secret } }
    },

    get({ params: { name } }, call) {
      const key = call.apiKeys.get(name)
      if (key === undefined) throw unknownKey()
      return { status: 200, body: toJson(key, call) }
    },

    async update({ params: { name }, body }, call) {
      const before = call.apiKeys.get(name)
      if (before === undefined) throw unknownKey()
      const { desc = before.desc, enable = before.enable, role = 'administrator' } = body
      const expiredAt = expirySecond(body.expired_at)
      const changed = await call.apiKeys.change(name, { desc, enable, role, expiredAt })
      if (changed === undefined) throw unknownKey()
      return { status: 200, body: toJson(changed, call) }
    },

    async remove({ params: { name } }, { apiKeys }) {
      if (!(await apiKeys.remove(name))) throw unknownKey()
      return { status: 204, body: undefined }
    },
  },
})
