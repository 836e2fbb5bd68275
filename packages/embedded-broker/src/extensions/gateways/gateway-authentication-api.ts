import { gatewayAuthentication } from '@brokerdeck/contract/extensions/gateways/gateway-authentication.ts'
import { acts } from '../../http/acts.ts'
import { authenticationHandlers } from './gateway-authentication-handlers.ts'

export const gatewayAuthenticationApi = acts({
  endpoints: gatewayAuthentication,
  uses: ['gateways'],
  handlers: authenticationHandlers,
})
