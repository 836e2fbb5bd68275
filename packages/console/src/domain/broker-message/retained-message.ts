import { retainer } from '@brokerdeck/contract/traffic/retainer.ts'
import { request } from '#api/http.ts'
import { brokerMessage as m } from './messages.ts'

/** Requests a page of the retained messages that match a filter, or of all of them. */
export function askRetained(
  topic: string | undefined,
  place: { readonly page: number; readonly limit: number },
  signal: AbortSignal,
) {
  const filter = topic === undefined ? {} : { topic }
  return request(retainer.listMessages, { query: { ...place, ...filter } }, { signal })
}

/** The broker leaves out only the payload of a retained message beyond 1 MiB. */
export function whyRetainedWithheld(payload: string | undefined): string | undefined {
  return payload === undefined ? m.tooLarge : undefined
}
