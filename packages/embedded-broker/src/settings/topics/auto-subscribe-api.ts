import {
  autoSubscribe,
  autoSubscriptions,
  maxAutoSubscriptions,
} from '@brokerdeck/contract/settings/auto-subscribe.ts'
import { configOrRefuse } from '../../config/config-or-refuse.ts'
import { autoSubscribeRoot } from '../../config/roots/topic-roots.ts'
import { refusal } from '../../http/api-refusal.ts'
import { apiResource } from '../../http/api-resource.ts'

export const autoSubscribeApi = apiResource({
  endpoints: autoSubscribe,
  uses: ['config'],
  handlers: {
    get: (_received, { config }) => ({ status: 200, body: config.get(autoSubscribeRoot).topics }),

    async put({ body }, { config }) {
      const topics = configOrRefuse(autoSubscriptions, body)
      if (Array.isArray(topics) && topics.length > maxAutoSubscriptions) {
        throw refusal(409, 'EXCEED_LIMIT', `Max auto subscribe topic count is  ${maxAutoSubscriptions}`)
      }
      const { topics: now } = await config.write(autoSubscribeRoot, { topics })
      return { status: 200, body: now }
    },
  },
})
