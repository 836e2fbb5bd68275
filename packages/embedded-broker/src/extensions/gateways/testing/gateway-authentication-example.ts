import { gatewayAuthentication } from '@brokerdeck/contract/extensions/gateways/gateway-authentication.ts'
import { gatewayListenerAuthentication } from '@brokerdeck/contract/extensions/gateways/gateway-listener-authentication.ts'
import type { ResourceExample } from '../../../testing/resource-examples.ts'

const builtIn = {
  mechanism: 'password_based',
  backend: 'built_in_database',
  user_id_type: 'username',
  password_hash_algorithm: { name: 'sha256' },
}
const user = { user_id: 'a', password: 'x' }
const hashed = [{ user_id: 'b', password_hash: 'f00d', salt: '' }]
const gateway = { listeners: [{ type: 'udp', name: 'default', bind: '5683' }] }
const ofGateway = '/gateways/coap/authentication'
const ofListener = '/gateways/coap/listeners/coap%3Audp%3Adefault/authentication'

/**
 * Returns an example with its own gateway: the last write removes the gateway with all its users and authenticators.
 */
const exampleAt = (path: string) =>
  ({
    fills: [
      ['PUT', '/gateways/coap', gateway],
      ['POST', path, builtIn],
      ['POST', `${path}/users`, user],
    ],
    writes: [
      ['PUT', `${path}/users/a`, { password: 'y' }],
      ['POST', `${path}/import_users`, hashed],
      ['DELETE', `${path}/users/a`],
      ['PUT', path, { ...builtIn, enable: false }],
      ['DELETE', path],
    ],
  }) as const satisfies Pick<ResourceExample, 'fills' | 'writes'>

export const gatewayAuthenticationExample: ResourceExample = {
  endpoints: gatewayAuthentication,
  ...exampleAt(ofGateway),
}

export const gatewayListenerAuthenticationExample: ResourceExample = {
  endpoints: gatewayListenerAuthentication,
  ...exampleAt(ofListener),
}
