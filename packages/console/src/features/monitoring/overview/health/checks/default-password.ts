import type { User } from '@brokerdeck/contract/system/users.ts'
import type { Session } from '#api/session.ts'
import { health as m } from '#features/monitoring/messages/health.ts'
import {
  type Answer,
  type HealthCheck,
  type Judgement,
  judgeSubject,
  ok,
} from '#features/monitoring/overview/health/health-check.ts'
import { formatList } from '#i18n/sentences.ts'
import { linkTo } from '#routes/routes.ts'

/** The names that a fresh broker may use with the default password; EMQX uses the first. */
const defaultUsers = ['admin', 'root', 'administrator']

/**
 * Checks for the default password. No API tells whether a password is the default, and trying it would be an attack.
 * The check uses only the password of this session's login and the list of users.
 */
export function defaultPassword(
  session: Pick<Session, 'username' | 'hasDefaultPassword'> | undefined,
  users: Answer<readonly User[]>,
): HealthCheck {
  const told: Answer<Judgement> =
    session?.hasDefaultPassword === true
      ? { kind: 'told', value: inUse(session.username) }
      : users.kind === 'told'
        ? { kind: 'told', value: byUsers(session?.username, users.value) }
        : users
  return judgeSubject({
    id: 'default-password',
    subject: m.password,
    answer: told,
    judge: (value) => value,
  })
}

const inUse = (username: string): Judgement => ({
  level: 'bad',
  verdict: m.passwordDefault(username),
  evidence: [m.passwordSeen],
  consequence: m.passwordConsequence,
  fix: { label: m.toUsers, to: linkTo('users') },
})

function byUsers(own: string | undefined, users: readonly User[]): Judgement {
  const others = users
    .map(({ username }) => username)
    .filter((username) => defaultUsers.includes(username) && username !== own)
  if (others.length > 0) {
    return {
      level: 'unknown',
      verdict: m.passwordUnknown(formatList(others)),
      evidence: [m.passwordUnknownWhy],
      fix: { label: m.toUsers, to: linkTo('users') },
    }
  }
  return own !== undefined && defaultUsers.includes(own) ? ok(m.passwordOwn(own)) : ok(m.passwordNobody)
}
