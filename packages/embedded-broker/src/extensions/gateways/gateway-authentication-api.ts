import { gatewayAuthentication } from '@brokerdeck/contract/extensions/gateways/gateway-authentication.ts'
import { apiResource } from '../../http/api-resource.ts'
import { authenticationHandlers } from './gateway-authentication-handlers.ts'

export const gatewayAuthenticationApi = apiResource({
  endpoints: gatewayAuthentication,
  uses: ['gateways'],
  handlers: authenticationHandlers,
})
