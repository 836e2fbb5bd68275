import { ssoBackends } from '@brokerdeck/contract/system/sso-backends.ts'
import type { User } from '@brokerdeck/contract/system/users.ts'

/** Users of a single sign-on are told apart from local ones of the same name by where they come from. */
export function backendOf({ backend }: User) {
  const found = ssoBackends.find((one) => one === backend)
  return found === undefined ? {} : { query: { backend: found } }
}
