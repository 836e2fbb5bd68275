import type { Handlers } from '@brokerdeck/contract/endpoint.ts'
import type { apiKeys as contract, ApiKey as KeyJson } from '@brokerdeck/contract/system/api-keys.ts'
import type { World } from '../../broker/world.ts'
import type { ApiCall } from '../../http/api-call.ts'
import { refusal } from '../../http/api-refusal.ts'
import { formatSeconds } from '../../http/timestamp.ts'
import type { ApiKey } from './api-keys.ts'

const unknownKey = () => refusal(404, 'NOT_FOUND', 'Name NOT FOUND')

function toJson(key: ApiKey, { edition }: World): KeyJson {
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

/** Missing is never, whatever it was before: so does the broker. */
function expirySecond(moment: string | number | null | undefined): number | null {
  if (moment === undefined || moment === null || moment === 'infinity') return null
  return typeof moment === 'number' ? moment : Math.floor(Date.parse(moment) / 1000)
}

export const apiKeys: Handlers<typeof contract, ApiCall> = {
  list(_received, { world }) {
    return { status: 200, body: world.apiKeys.list().map((key) => toJson(key, world)) }
  },

  async create({ body: { name, desc, enable, expired_at, role = 'administrator' } }, { world }) {
    const settings = { desc, enable, role, expiredAt: expirySecond(expired_at) }
    const created = await world.apiKeys.create(name, settings)
    if (created === undefined) throw refusal(400, 'BAD_REQUEST', 'name_already_existed')
    return { status: 200, body: { ...toJson(created.apiKey, world), api_secret: created.secret } }
  },

  get({ params: { name } }, { world }) {
    const key = world.apiKeys.get(name)
    if (key === undefined) throw unknownKey()
    return { status: 200, body: toJson(key, world) }
  },

  async update({ params: { name }, body }, { world }) {
    const before = world.apiKeys.get(name)
    if (before === undefined) throw unknownKey()
    const { desc = before.desc, enable = before.enable, role = 'administrator' } = body
    const expiredAt = expirySecond(body.expired_at)
    const changed = await world.apiKeys.change(name, { desc, enable, role, expiredAt })
    if (changed === undefined) throw unknownKey()
    return { status: 200, body: toJson(changed, world) }
  },

  async remove({ params: { name } }, { world }) {
    if (!(await world.apiKeys.remove(name))) throw unknownKey()
    return { status: 204, body: undefined }
  },
}
