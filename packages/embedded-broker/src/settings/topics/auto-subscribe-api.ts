import type { Handlers } from '@brokerdeck/contract/endpoint.ts'
import {
  type autoSubscribe as contract,
  maxAutoSubscriptions,
} from '@brokerdeck/contract/settings/auto-subscribe.ts'
import { configOrRefuse } from '../../config/config-or-refuse.ts'
import { autoSubscribeRoot, autoSubscriptionList } from '../../config/roots/topic-roots.ts'
import type { ApiCall } from '../../http/api-call.ts'
import { refusal } from '../../http/api-refusal.ts'

export const autoSubscribe: Handlers<typeof contract, ApiCall> = {
  get: (_received, { world }) => ({ status: 200, body: world.config.get(autoSubscribeRoot).topics }),

  async put({ body }, { world }) {
    const topics = configOrRefuse(autoSubscriptionList, body)
    if (Array.isArray(topics) && topics.length > maxAutoSubscriptions) {
      throw refusal(409, 'EXCEED_LIMIT', `Max auto subscribe topic count is  ${maxAutoSubscriptions}`)
    }
    const { topics: now } = await world.config.write(autoSubscribeRoot, { topics })
    return { status: 200, body: now }
  },
}
