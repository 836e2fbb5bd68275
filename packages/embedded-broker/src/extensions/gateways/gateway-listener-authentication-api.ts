import { gatewayListenerAuthentication } from '@brokerdeck/contract/extensions/gateways/gateway-listener-authentication.ts'
import { acts } from '../../http/acts.ts'
import { authenticationHandlers } from './gateway-authentication-handlers.ts'

export const gatewayListenerAuthenticationApi = acts({
  endpoints: gatewayListenerAuthentication,
  uses: ['gateways'],
  handlers: authenticationHandlers,
})
