import { authentication } from '@brokerdeck/contract/access/authentication.ts'
import { authorizationRules } from '@brokerdeck/contract/access/authorization-rules.ts'
import type { Ask } from './ask.ts'
import type { Chosen } from './promotion-requests.ts'

/** How much a built-in database that was made keeps by now: all of it would go with it. */
export async function countKept(ask: Ask, { kind, id }: Chosen): Promise<number> {
  if (kind === 'gateways') return await (await import('./gateway-requests.ts')).countGatewayUsers(ask, id)
  const query = { page: 1, limit: 1 }
  if (kind === 'authenticators' && id.endsWith(':built_in_database')) {
    const { data } = await ask(authentication.users, { params: { id }, query })
    return data.length
  }
  if (kind !== 'authorization' || id !== 'built_in_database') return 0
  const [clients, users, all] = await Promise.all([
    ask(authorizationRules.clients, { query }),
    ask(authorizationRules.users, { query }),
    ask(authorizationRules.all, {}),
  ])
  return clients.data.length + users.data.length + all.rules.length
}
