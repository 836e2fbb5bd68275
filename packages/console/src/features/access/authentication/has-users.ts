import type { Authenticator } from '@brokerdeck/contract/access/authentication.ts'

/** Only the built-in databases keep users of their own. */
export function hasUsers({ backend }: Pick<Authenticator, 'backend'>): boolean {
  return backend === 'built_in_database'
}
