import type { Handlers } from '@brokerdeck/contract/endpoint.ts'
import type { connectors as contract } from '@brokerdeck/contract/integration/connectors.ts'
import type { ApiCall } from '../../http/api-call.ts'

export const connectors: Handlers<typeof contract, ApiCall> = {
  /** Nothing is connected to anything here. */
  list: () => ({ status: 200, body: [] }),
}
