import { connectors } from '@brokerdeck/contract/integration/connectors.ts'
import { acts } from '../../http/acts.ts'

export const connectorsApi = acts({
  endpoints: connectors,
  handlers: {
    /** Nothing is connected to anything here. */
    list: () => ({ status: 200, body: [] }),
  },
})
