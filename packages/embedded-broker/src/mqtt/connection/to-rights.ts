import type { Granted } from '../client/access.ts'
import type { Rights } from '../client/rights.ts'

export function toRights({ isSuperuser = false, expiresAt, rules, rulesExpireAt }: Granted): Rights {
  return { isSuperuser, expiresAt, rules, rulesExpireAt }
}
