import { messageTransformations } from '@brokerdeck/contract/data-hub/message-transformations.ts'
import type { ResourceExample } from '../../../testing/resource-examples.ts'

const path = '/message_transformations'
const tag = {
  name: 'tag',
  topics: ['plant/#'],
  failure_action: 'drop',
  payload_decoder: { type: 'json' },
  payload_encoder: { type: 'json' },
  operations: [{ key: 'payload.who', value: 'clientid' }],
}

export const messageTransformationsExample: ResourceExample = {
  endpoints: messageTransformations,
  fills: [['POST', path, tag]],
  writes: [
    ['POST', path, { ...tag, name: 'other', topics: 'other/#', operations: [] }],
    ['PUT', path, { ...tag, description: 'who sent it', failure_action: 'ignore' }],
    ['POST', `${path}/reorder`, { order: ['other', 'tag'] }],
    ['POST', `${path}/dryrun`, { message: { topic: 'plant/1', payload: '{}' }, transformation: tag }],
    ['POST', `${path}/transformation/tag/enable/false`],
    ['POST', `${path}/transformation/tag/metrics/reset`],
    ['DELETE', `${path}/transformation/other`],
  ],
}
