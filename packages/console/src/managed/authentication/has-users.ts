import type { AnyAuthenticator } from './authn-document.ts'

/** Only the built-in databases keep users of their own. */
export function hasUsers({ backend }: Pick<AnyAuthenticator, 'backend'>): boolean {
  return backend === 'built_in_database'
}
