import type { AuthnUser } from '@brokerdeck/contract/access/authentication.ts'
import type { AccessSession } from '#features/access/access-evaluation/access-facts.ts'
import { type Asker, buildAsker } from '#features/access/access-evaluation/asker.ts'
import { authenticationOutcome } from '#features/access/access-evaluation/authentication-outcome.ts'
import { toUserId } from '#features/access/access-evaluation/to-user-id.ts'
import type { AccessSurroundings } from './access-sample.ts'

/** A connected client with the facts that decisions depend on. */
export interface Subject {
  readonly asker: Asker
  readonly superuser: 'yes' | 'no' | 'unknown'
  readonly mayBringRules: boolean
}

export function buildSubject(session: AccessSession, surroundings: AccessSurroundings): Subject {
  const { authenticators, listeners } = surroundings
  const listener = listeners.get(session.listener ?? '')
  const { clientid } = session
  const asked = { clientid, as: 'session', username: '', peerhost: '', listener: '' } as const
  const asker = buildAsker(asked, { session, listener })
  const users = new Map<string, AuthnUser>()
  let isUnread = false
  for (const one of authenticators) {
    const user = surroundings.users.get(one.id)?.(toUserId(one, asker.client))
    if (user === 'unread') isUnread = true
    else if (user !== undefined && user !== 'none') users.set(one.id, user)
  }
  const { superuser, ownRules } = authenticationOutcome({ authenticators, listener, session, users }, asker)
  return { asker, superuser: isUnread ? 'unknown' : superuser, mayBringRules: ownRules === 'unknown' }
}
