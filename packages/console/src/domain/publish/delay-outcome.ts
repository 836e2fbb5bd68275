import { type Delay, type DelayFault, delayed, parseDelayed } from '@brokerdeck/contract/traffic/delayed.ts'
import { describeError } from '#api/errors.ts'
import { request } from '#api/http.ts'

/** The result of a message to `$delayed/…`, which the response to the publish request does not contain. */
export type DelayOutcome =
  | { readonly kind: 'held'; readonly until: string }
  | { readonly kind: 'not-held'; readonly why: DelayFault | 'off' | 'past' }
  /** The broker reports no error for a message over the limit of its node; 0 means no limit. */
  | { readonly kind: 'lost'; readonly limit: number }
  | { readonly kind: 'unknown'; readonly why: string | undefined }

const pageSize = 1000
/** The number of pages of the list of delayed messages that are searched. */
const maxPages = 20
/** The seconds that a message may take from the browser to the list. */
const slack = 5
const options = { isSilent: true, timeoutMs: 8000 } as const

/** Looks for the message among the delayed messages; undefined for an ordinary topic. */
export async function readDelayOutcome(topic: string, sentAt: number): Promise<DelayOutcome | undefined> {
  const delay = parseDelayed(topic, sentAt)
  if (delay === undefined) return undefined
  try {
    const settings = await request(delayed.getSettings, {}, options)
    if (!settings.enable) return { kind: 'not-held', why: 'off' }
    if (typeof delay !== 'object') return { kind: 'not-held', why: delay }
    if (delay.dueAt <= sentAt) return { kind: 'not-held', why: 'past' }
    const until = await findWaiting(delay, sentAt)
    if (until === 'not-searched') return { kind: 'unknown', why: undefined }
    if (until !== undefined) return { kind: 'held', until }
    // The message may have been sent to its subscribers during the search.
    const isOver = delay.seconds <= slack + (Date.now() - sentAt) / 1000
    return isOver
      ? { kind: 'unknown', why: undefined }
      : { kind: 'lost', limit: settings.max_delayed_messages }
  } catch (error) {
    return { kind: 'unknown', why: describeError(error).title }
  }
}

async function findWaiting(delay: Delay, sentAt: number): Promise<string | undefined | 'not-searched'> {
  for (let page = 1; page <= maxPages; page += 1) {
    const { data, meta } = await request(delayed.listMessages, { query: { page, limit: pageSize } }, options)
    const age = slack + (Date.now() - sentAt) / 1000
    const found = data.find(
      ({ topic, delayed_interval: interval, delayed_remaining: remaining }) =>
        topic === delay.topic &&
        // If the topic holds a time instead of seconds, the broker's clock decides, so a deviation is allowed.
        Math.abs(interval - delay.seconds) <= slack &&
        interval - remaining <= age,
    )
    if (found !== undefined) return found.expected_at
    if (!meta.hasnext) return undefined
  }
  return 'not-searched'
}
