import { durableQueues } from '@brokerdeck/contract/system/durable-queues.ts'
import { acts } from '../../http/acts.ts'
import { refusal } from '../../http/api-refusal.ts'

function switchedOff(): never {
  throw refusal(404, 'NOT_FOUND', 'Durable queues are disabled')
}

export const durableQueuesApi = acts({
  endpoints: durableQueues,
  edition: 'enterprise',
  handlers: { list: switchedOff, create: switchedOff, get: switchedOff, remove: switchedOff },
})
