import { ssoBackends } from '@brokerdeck/contract/console-server.ts'
import type { User } from '@brokerdeck/contract/system/users.ts'
import { whyNoWrite } from '#api/query.ts'
import { currentSession } from '#api/session.ts'
import { users as m } from '#features/system/messages/accounts.ts'
import { consoleConfig } from '#lib/console-config.ts'

/** Specification §5: names that are not given to anybody new. */
const reserved = ['admin', 'root', 'administrator']

export function isReserved(username: string): boolean {
  return reserved.includes(username.toLowerCase())
}

export function isSelf({ username }: User): boolean {
  return currentSession()?.username === username
}

/** Without roles, in Community, everybody is an administrator. */
function isAdministrator({ role }: User): boolean {
  return role === undefined || role === 'administrator'
}

export function isLastAdministrator(user: User, all: readonly User[]): boolean {
  return isAdministrator(user) && all.filter(isAdministrator).length === 1
}

export function isLocal({ backend }: User): boolean {
  return backend === undefined || backend === 'local'
}

/** Users of a single sign-on are told apart from local ones of the same name by where they come from. */
export function toBackendQuery({ backend }: User) {
  const found = ssoBackends.find((one) => one === backend)
  return found === undefined ? {} : { query: { backend: found } }
}

/** Why nobody may delete this user, whoever is signed in. The broker refuses the first two itself. */
export function whyNotRemovable(user: User, all: readonly User[]): string | undefined {
  if (isLocal(user) && user.username === 'admin') return m.notDefault
  if (isSelf(user)) return m.notSelf
  return isLastAdministrator(user, all) ? m.notLast : undefined
}

/** The own password is the one thing that a viewer may change. */
export function whyNoPasswordChange(username: string): string | undefined {
  const isOwn = currentSession()?.username === username
  return isOwn && !consoleConfig().readOnly ? undefined : whyNoWrite()
}
