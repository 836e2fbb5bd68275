import { gatewayListenerAuthentication } from '@brokerdeck/contract/extensions/gateways/gateway-listener-authentication.ts'
import { apiResource } from '../../http/api-resource.ts'
import { authenticationHandlers } from './gateway-authentication-handlers.ts'

export const gatewayListenerAuthenticationApi = apiResource({
  endpoints: gatewayListenerAuthentication,
  uses: ['gateways'],
  handlers: authenticationHandlers,
})
