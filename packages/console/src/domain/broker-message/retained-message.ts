import { retainer } from '@brokerdeck/contract/traffic/retainer.ts'
import { request } from '#api/http.ts'
import { brokerMessage as m } from './messages.ts'

/** One page of everything that a filter covers, or of everything. */
export function askRetained(
  topic: string | undefined,
  place: { readonly page: number; readonly limit: number },
  signal: AbortSignal,
) {
  const filter = topic === undefined ? {} : { topic }
  return request(retainer.listMessages, { query: { ...place, ...filter } }, { signal })
}

/** Of a retained message beyond 1 MiB the broker answers everything but the payload. */
export function whyRetainedWithheld(payload: string | undefined): string | undefined {
  return payload === undefined ? m.tooLarge : undefined
}
