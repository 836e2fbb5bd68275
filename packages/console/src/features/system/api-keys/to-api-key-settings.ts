import type { ApiKey } from '@brokerdeck/contract/system/api-keys.ts'

/**
 * Returns all settings of a key that can be changed; every update sends all of them. Without `expired_at` the broker
 * removes the expiry, and without `role` it makes the key an administrator.
 */
export function toApiKeySettings({ desc, enable, expired_at, role }: ApiKey) {
  return { desc, enable, expired_at, ...(role === undefined ? {} : { role }) }
}
