import type { Granted } from './access.ts'
import type { Rights } from './rights.ts'

export function toRights({ isSuperuser = false, expiresAt, rules, rulesExpireAt }: Granted): Rights {
  return { isSuperuser, expiresAt, rules, rulesExpireAt }
}
