import type { authentication as contract } from '@brokerdeck/contract/authentication.ts'
import type { Handlers } from '@brokerdeck/contract/endpoint.ts'
import type { ApiCall } from '../http/api-call.ts'

export const authentication: Handlers<typeof contract, ApiCall> = {
  /** There are no authenticators here: everybody may connect. */
  list: () => ({ status: 200, body: [] }),
}
