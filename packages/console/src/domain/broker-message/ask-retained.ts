import { retainer } from '@brokerdeck/contract/traffic/retainer.ts'
import { request } from '#api/http.ts'

/** One page of everything that a filter covers, or of everything. */
export function askRetained(
  topic: string | undefined,
  place: { readonly page: number; readonly limit: number },
  signal: AbortSignal,
) {
  const filter = topic === undefined ? {} : { topic }
  return request(retainer.listMessages, { query: { ...place, ...filter } }, { signal })
}
