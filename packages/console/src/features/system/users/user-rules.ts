import { ssoBackends } from '@brokerdeck/contract/console-server.ts'
import type { User } from '@brokerdeck/contract/system/users.ts'
import { whyNoWrite } from '#api/query.ts'
import { currentSession } from '#api/session.ts'
import { users as m } from '#features/system/messages/accounts.ts'
import { consoleConfig } from '#lib/console-config.ts'

/** The names that cannot be given to new users (specification §5). */
const reserved = ['admin', 'root', 'administrator']

export function isReserved(username: string): boolean {
  return reserved.includes(username.toLowerCase())
}

export function isSelf({ username }: User): boolean {
  return currentSession()?.username === username
}

/** Without roles, as in Community, every user is an administrator. */
function isAdministrator({ role }: User): boolean {
  return role === undefined || role === 'administrator'
}

export function isLastAdministrator(user: User, all: readonly User[]): boolean {
  return isAdministrator(user) && all.filter(isAdministrator).length === 1
}

export function isLocal({ backend }: User): boolean {
  return backend === undefined || backend === 'local'
}

/** Distinguishes users of a single sign-on from local users of the same name by their backend. */
export function toBackendQuery({ backend }: User) {
  const found = ssoBackends.find((one) => one === backend)
  return found === undefined ? {} : { query: { backend: found } }
}

/** Returns the reason why no user may delete this user. The broker itself enforces the first two reasons. */
export function whyNotRemovable(user: User, all: readonly User[]): string | undefined {
  if (isLocal(user) && user.username === 'admin') return m.notDefault
  if (isSelf(user)) return m.notSelf
  return isLastAdministrator(user, all) ? m.notLast : undefined
}

/** A viewer may change their own password, but nothing else. */
export function whyNoPasswordChange(username: string): string | undefined {
  const isOwn = currentSession()?.username === username
  return isOwn && !consoleConfig().readOnly ? undefined : whyNoWrite()
}
