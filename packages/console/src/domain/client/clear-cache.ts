import { clients } from '@brokerdeck/contract/traffic/clients.ts'
import { action, send } from '#acting/action.tsx'
import { client as m } from './messages.ts'

/** Clears the broker's cached authorization decisions for a client. */
export const clearCache = action<string>(
  send(clients.cleanAuthorizationCache, (clientid) => ({ params: { clientid } })),
  {
    ask: () => ({
      title: m.cacheClearTitle,
      body: m.cacheClearBody,
      action: m.cacheClearAction,
      interrupts: 'nothing',
      danger: true,
    }),
    successMessage: () => m.cacheCleared,
  },
)
