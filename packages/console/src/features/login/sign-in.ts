import { login } from '@brokerdeck/contract/login.ts'
import { request } from '#api/http.ts'
import type { Session } from '#api/session.ts'

export interface Credentials {
  readonly username: string
  readonly password: string
}

/** Asks for a token; whether the session begins is up to the page. */
export async function signIn(credentials: Credentials): Promise<Session> {
  const { token, version, license, role } = await request(login.login, { body: credentials })
  return {
    token,
    version,
    username: credentials.username,
    edition: license.edition,
    ...(role === undefined ? {} : { role }),
    ...(isDefaultPassword(credentials) ? { hasDefaultPassword: true } : {}),
  }
}

const defaultUsers = ['admin', 'root', 'administrator']

/** The password that every fresh broker has: the operator is asked to change it. */
export function isDefaultPassword({ username, password }: Credentials): boolean {
  return defaultUsers.includes(username) && password === 'public'
}
