import { license } from '@brokerdeck/contract/system/license.ts'
import { refusal } from '../../http/api-refusal.ts'
import { apiResource } from '../../http/api-resource.ts'
import { evaluation } from './license.ts'

export const licenseApi = apiResource({
  endpoints: license,
  edition: 'enterprise',
  uses: ['license'],
  handlers: {
    get() {
      return { status: 200, body: evaluation }
    },

    /** License keys cannot be checked here, so every key is refused except the word for the current license. */
    update({ body: { key } }) {
      if (key === undefined) throw refusal(400, 'BAD_REQUEST', 'Invalid request params')
      if (key !== 'default') throw refusal(400, 'BAD_REQUEST', 'Bad license key')
      return { status: 200, body: evaluation }
    },

    setting(_received, { license }) {
      return { status: 200, body: license.setting }
    },

    async updateSetting({ body }, { license }) {
      const { connection_high_watermark: high, connection_low_watermark: low } = body
      const changed = await license.change({
        ...(high === undefined ? {} : { connection_high_watermark: high }),
        ...(low === undefined ? {} : { connection_low_watermark: low }),
      })
      if (!changed) throw refusal(400, 'BAD_REQUEST', 'Bad license setting')
      return { status: 200, body: license.setting }
    },
  },
})
