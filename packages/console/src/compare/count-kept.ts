import { authentication } from '@brokerdeck/contract/access/authentication.ts'
import { authorizationRules } from '@brokerdeck/contract/access/authorization-rules.ts'
import { unlessGone } from '#api/errors.ts'
import type { AskCluster } from './ask.ts'
import { ChangedSince } from './changed-since.ts'
import { findSchemas } from './data-hub-kinds.ts'
import { promotionRun as m } from './messages.ts'
import type { ComparedIdentity } from './promotion-requests.ts'
import { readKind } from './read-side.ts'

/** Counts the entries of a new built-in database, which would be deleted with the object. */
export async function countKept(ask: AskCluster, { kind, id }: ComparedIdentity): Promise<number> {
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

/** Throws `ChangedSince` if the database has users or rules, which would be deleted with it. */
export async function leaveFilled(ask: AskCluster, one: ComparedIdentity): Promise<void> {
  if (((await unlessGone(countKept(ask, one))) ?? 0) > 0) throw new ChangedSince(m.leftAsFilled)
}

/** Throws if the schema is in use: EMQX would delete it, and the objects that use it would fail from then on. */
export async function leaveUsed(ask: AskCluster, { id }: ComparedIdentity): Promise<void> {
  const source = { ask, signal: new AbortController().signal }
  for (const kind of ['validations', 'transformations'] as const)
    for (const { id: user, settings } of (await readKind(kind, source)) ?? [])
      if (findSchemas(settings).includes(id)) throw new ChangedSince(m.leftAsUsed(user))
}
