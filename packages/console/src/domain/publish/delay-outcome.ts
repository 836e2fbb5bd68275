import { type Delay, type DelayFault, delayed, parseDelayed } from '@brokerdeck/contract/traffic/delayed.ts'
import { describeError } from '#api/errors.ts'
import { request } from '#api/http.ts'

/** What became of a message to `$delayed/…`; the answer to the publishing does not tell. */
export type DelayOutcome =
  | { readonly kind: 'held'; readonly until: string }
  | { readonly kind: 'not-held'; readonly why: DelayFault | 'off' | 'past' }
  /** The broker gives no error for a message over the limit of its node; 0 is no limit. */
  | { readonly kind: 'lost'; readonly limit: number }
  | { readonly kind: 'unknown'; readonly why: string | undefined }

const pageSize = 1000
/** Of the list of waiting messages: what is not found in so many is not searched for any further. */
const maxPages = 20
/** Seconds a message may take from the browser to the list. */
const slack = 5
const options = { isSilent: true, timeoutMs: 8000 } as const

/** Looks the message up among those that wait; undefined for an ordinary topic. */
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
    // It may have been sent to its subscribers while it was looked for.
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
        // A moment instead of seconds is counted with the clock of the broker.
        Math.abs(interval - delay.seconds) <= slack &&
        interval - remaining <= age,
    )
    if (found !== undefined) return found.expected_at
    if (!meta.hasnext) return undefined
  }
  return 'not-searched'
}
