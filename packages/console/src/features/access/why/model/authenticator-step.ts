import type { Authenticator } from '@brokerdeck/contract/access/authentication.ts'
import type { Asker } from '#features/access/access-walk/asker.ts'
import { userIdOf } from '#features/access/access-walk/user-id-of.ts'
import { whyUnknown } from '#features/access/access-walk/why-unknown.ts'
import { authnFullName } from '#kit/access-words/authn-name.ts'
import { paths } from '#lib/paths.ts'
import { why as m } from '../../messages/why.ts'
import type { AttemptFacts } from './facts.ts'
import type { WalkStep } from './walk.ts'

export interface AuthenticatorStep {
  readonly step: WalkStep
  /** It decides one way or the other; nobody after it is asked. */
  readonly isLast: boolean
}

type Said = Pick<WalkStep, 'basis' | 'outcome' | 'text'> & { readonly isLast?: boolean }

const passes = (text: string): Said => ({ basis: 'computed', outcome: 'next', text })
const unknown = (text: string): Said => ({ basis: 'unknown', outcome: 'unknown', text })

/** EMQX refuses a client without a password before these look for the user; of others nothing is known. */
const compares = ['built_in_database', 'mysql', 'postgresql', 'mongodb', 'redis', 'ldap']

function passwordBased(
  one: Authenticator,
  { users }: AttemptFacts,
  { client }: Asker,
  hasPassword: boolean,
): Said {
  const { backend = '' } = one
  if (!hasPassword && compares.includes(backend)) {
    return { basis: 'computed', outcome: 'deny', text: m.noPassword, isLast: true }
  }
  if (backend !== 'built_in_database') return unknown(whyUnknown.external)
  const user = userIdOf(one, client) === '' ? undefined : users.get(one.id)
  if (user === undefined) return passes(m.noUser)
  return { ...unknown(user.is_superuser ? m.superuserThere : m.userThere), isLast: true }
}

function jwt({ from }: Authenticator, { client }: Asker, hasPassword: boolean): Said {
  const isThere = from === 'username' ? client.username !== undefined : hasPassword
  return isThere ? unknown(m.tokenUnknown) : passes(m.noToken)
}

/** Which digest the client asks for is not known: one that has the user may still leave it to the next. */
function enhanced(one: Authenticator, { users }: AttemptFacts, { client }: Asker): Said {
  const { mechanism, backend } = one
  if (mechanism !== 'scram' && mechanism !== 'gssapi') return passes(m.onlyPlain)
  if (backend !== 'built_in_database') return unknown(whyUnknown.external)
  const user = userIdOf(one, client) === '' ? undefined : users.get(one.id)
  if (user === undefined) return passes(m.noUser)
  return unknown(user.is_superuser ? m.superuserThere : m.userThere)
}

interface Given {
  readonly hasPassword: boolean
  readonly isEnhanced: boolean
  /** What a trace has seen it say. */
  readonly seen: 'allow' | 'deny' | 'next' | undefined
}

function said(one: Authenticator, facts: AttemptFacts, asker: Asker, given: Given): Said {
  const { enable, mechanism } = one
  const { hasPassword, isEnhanced } = given
  if (!enable) return { basis: 'computed', outcome: 'skipped', text: m.disabled }
  if (isEnhanced) return enhanced(one, facts, asker)
  // Only who asks for it is asked (MQTT 5 §4.12).
  if (mechanism === 'scram' || mechanism === 'gssapi') return passes(m.notEnhanced)
  if (mechanism === 'jwt') return jwt(one, asker, hasPassword)
  if (mechanism === 'password_based') return passwordBased(one, facts, asker, hasPassword)
  return unknown(mechanism === 'cinfo' ? m.expressionUnknown : whyUnknown.external)
}

const seenWords = { allow: m.seenIn, deny: m.seenRefused, next: m.seenPassed } as const

/** One authenticator's part in the walk, as worked out or as seen in a trace. */
export function authenticatorStep(
  one: Authenticator,
  facts: AttemptFacts,
  asker: Asker,
  given: Given,
): AuthenticatorStep {
  const { isLast = false, ...computed } = said(one, facts, asker, given)
  const place = { id: one.id, title: authnFullName(one), href: paths.authenticator(one.id) }
  if (computed.outcome !== 'unknown' || given.seen === undefined) {
    return { step: { ...place, ...computed }, isLast }
  }
  const step: WalkStep = { ...place, basis: 'observed', outcome: given.seen, text: seenWords[given.seen] }
  return { step, isLast: given.seen !== 'next' }
}
