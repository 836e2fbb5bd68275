import type { ApiKey } from '@brokerdeck/contract/system/api-keys.ts'
import { Status } from '#ui/status.tsx'
import { apiKeys as m } from '../messages/accounts.ts'

export function keyStatusWord({ enable, expired }: ApiKey): string {
  if (expired) return m.expired
  return enable ? m.enabled : m.disabled
}

/** Whether the broker lets the key in. An expired one is refused, enabled or not. */
export function KeyStatus({ apiKey }: { readonly apiKey: ApiKey }) {
  const kind = apiKey.expired ? 'bad' : apiKey.enable ? 'ok' : 'off'
  return <Status kind={kind}>{keyStatusWord(apiKey)}</Status>
}
