export interface Credentials {
  readonly username: string
  readonly password: string
}

const defaultUsers = ['admin', 'root', 'administrator']

/** Returns true for the password of every fresh broker; the operator is asked to change it. */
export function isDefaultPassword({ username, password }: Credentials): boolean {
  return defaultUsers.includes(username) && password === 'public'
}
