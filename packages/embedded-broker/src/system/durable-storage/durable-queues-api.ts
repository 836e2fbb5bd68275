import { durableQueues } from '@brokerdeck/contract/system/durable-queues.ts'
import { refusal } from '../../http/api-refusal.ts'
import { apiResource } from '../../http/api-resource.ts'

function refuseSwitchedOff(): never {
  throw refusal(404, 'NOT_FOUND', 'Durable queues are disabled')
}

export const durableQueuesApi = apiResource({
  endpoints: durableQueues,
  edition: 'enterprise',
  handlers: {
    list: refuseSwitchedOff,
    create: refuseSwitchedOff,
    get: refuseSwitchedOff,
    remove: refuseSwitchedOff,
  },
})
