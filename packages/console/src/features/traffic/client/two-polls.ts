import type { Client } from '@brokerdeck/contract/traffic/client.ts'

export interface Poll {
  readonly client: Client
  /** The time of the response, in epoch milliseconds. */
  readonly at: number
}

export interface TwoPolls {
  readonly earlier?: Poll | undefined
  readonly later: Poll
  /** The time when the counters of `later` were first seen, if an earlier response had the same counters. */
  readonly changedAt?: number
}

/** Responses closer together than this, such as a refresh after an action, are no basis for a rate. */
const shortestSpanMs = 2_000

/** A new connection counts from zero, possibly on another node. */
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

/** EMQX updates the counters of a client every few seconds, so an unchanged response says nothing about the rate. */
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

/** Keeps the last measured rate until the counters have not changed for so long that no traffic is assumed. */
function keepUnchanged({ earlier, later: before, changedAt = before.at }: TwoPolls, later: Poll): TwoPolls {
  return later.at - changedAt < renewedWithinMs ? { earlier, later, changedAt } : { earlier: before, later }
}

export function spanMs({ earlier, later, changedAt = later.at }: TwoPolls): number | undefined {
  const span = earlier === undefined ? 0 : changedAt - earlier.at
  return span < shortestSpanMs ? undefined : span
}

/** Returns the change of a client's figure per second, or undefined if it is unknown. */
export function changePerSecond(
  polls: TwoPolls,
  read: (client: Client) => number | undefined,
): number | undefined {
  const span = spanMs(polls)
  if (span === undefined || polls.earlier === undefined) return undefined
  const [before, after] = [read(polls.earlier.client), read(polls.later.client)]
  return before === undefined || after === undefined ? undefined : ((after - before) * 1000) / span
}
