import type { ApiKey } from '@brokerdeck/contract/system/api-keys.ts'

/**
 * Everything that can be changed of a key, and so what every change sends: the broker forgets the expiry that is left
 * out, and makes an administrator of a key whose role is.
 */
export function toApiKeySettings({ desc, enable, expired_at, role }: ApiKey) {
  return { desc, enable, expired_at, ...(role === undefined ? {} : { role }) }
}
