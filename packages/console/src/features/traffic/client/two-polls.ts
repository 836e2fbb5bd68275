import type { Client } from '@brokerdeck/contract/traffic/client.ts'

export interface Poll {
  readonly client: Client
  /** Epoch milliseconds of the answer. */
  readonly at: number
}

export interface TwoPolls {
  readonly earlier?: Poll | undefined
  readonly later: Poll
  /** When the counters of the later one were first seen, if an answer before had the same. */
  readonly changedAt?: number
}

/** Answers closer together than this (a refresh after an action) are no base for a rate. */
const shortestSpanMs = 2_000

/** A new connection counts from zero, on a node of its own. */
function isSameConnection(one: Client, other: Client): boolean {
  return one.clientid === other.clientid && one.node === other.node && one.connected_at === other.connected_at
}

export function addPoll(polls: TwoPolls | undefined, later: Poll): TwoPolls {
  if (polls === undefined || !isSameConnection(polls.later.client, later.client)) return { later }
  if (hasSameCounters(polls.later.client, later.client)) return keepUnchanged(polls, later)
  const isTooSoon = later.at - polls.later.at < shortestSpanMs
  const before = { client: polls.later.client, at: polls.changedAt ?? polls.later.at }
  return { earlier: isTooSoon ? (polls.earlier ?? before) : before, later }
}

/** EMQX renews the counters of a client every some seconds: an answer between says nothing about the rate. */
const renewedWithinMs = 60_000

const renewed = [
  'recv_pkt',
  'send_pkt',
  'recv_msg',
  'send_msg',
  'recv_oct',
  'send_oct',
  'mqueue_len',
] as const

function hasSameCounters(one: Client, other: Client): boolean {
  return renewed.every((name) => one[name] === other[name])
}

/** What was measured last stays, until nothing has changed for so long that nothing flows. */
function keepUnchanged({ earlier, later: before, changedAt = before.at }: TwoPolls, later: Poll): TwoPolls {
  return later.at - changedAt < renewedWithinMs ? { earlier, later, changedAt } : { earlier: before, later }
}

export function spanMs({ earlier, later, changedAt = later.at }: TwoPolls): number | undefined {
  const span = earlier === undefined ? 0 : changedAt - earlier.at
  return span < shortestSpanMs ? undefined : span
}

/** How much a number of the client changed per second; undefined where that is not known. */
export function changePerSecond(
  polls: TwoPolls,
  read: (client: Client) => number | undefined,
): number | undefined {
  const span = spanMs(polls)
  if (span === undefined || polls.earlier === undefined) return undefined
  const [before, after] = [read(polls.earlier.client), read(polls.later.client)]
  return before === undefined || after === undefined ? undefined : ((after - before) * 1000) / span
}
