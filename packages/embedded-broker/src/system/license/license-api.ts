import type { Handlers } from '@brokerdeck/contract/endpoint.ts'
import type { license as contract } from '@brokerdeck/contract/system/license.ts'
import type { ApiCall } from '../../http/api-call.ts'
import { refusal } from '../../http/api-refusal.ts'
import { evaluation } from './license.ts'

export const license: Handlers<typeof contract, ApiCall> = {
  get() {
    return { status: 200, body: evaluation }
  },

  /** No key can be checked here, so none is right but the word for the one that is in use. */
  update({ body: { key } }) {
    if (key === undefined) throw refusal(400, 'BAD_REQUEST', 'Invalid request params')
    if (key !== 'default') throw refusal(400, 'BAD_REQUEST', 'Bad license key')
    return { status: 200, body: evaluation }
  },

  setting(_received, { world }) {
    return { status: 200, body: world.license.setting }
  },

  async updateSetting({ body }, { world }) {
    const { connection_high_watermark: high, connection_low_watermark: low } = body
    const changed = await world.license.change({
      ...(high === undefined ? {} : { connection_high_watermark: high }),
      ...(low === undefined ? {} : { connection_low_watermark: low }),
    })
    if (!changed) throw refusal(400, 'BAD_REQUEST', 'Bad license setting')
    return { status: 200, body: world.license.setting }
  },
}
