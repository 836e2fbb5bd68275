import { gateways } from '@brokerdeck/contract/extensions/gateways/gateways.ts'
import type { ResourceExample } from '../../../testing/resource-examples.ts'

const listener = { type: 'tcp', name: 'default', bind: '61613' }
const path = '/gateways/stomp'

export const gatewaysExample: ResourceExample = {
  endpoints: gateways,
  fills: [['PUT', path, { frame: { max_headers: 5 }, listeners: [listener] }]],
  writes: [
    ['POST', `${path}/listeners`, { ...listener, name: 'second', bind: '61614' }],
    ['PUT', `${path}/listeners/stomp%3Atcp%3Asecond`, { ...listener, name: 'second', bind: '61615' }],
    ['PUT', `${path}/enable/false`],
    ['DELETE', `${path}/listeners/stomp%3Atcp%3Asecond`],
    ['PUT', path, { enable: false, mountpoint: 'stomp/' }],
  ],
}
