import type { Client } from '@brokerdeck/contract/client.ts'

export interface Poll {
  readonly client: Client
  /** Epoch milliseconds of the answer. */
  readonly at: number
}

export interface TwoPolls {
  readonly earlier?: Poll | undefined
  readonly later: Poll
}

/** Answers closer together than this (a refresh after an action) are no base for a rate. */
const shortestSpanMs = 2_000

/** A new connection counts from zero, on a node of its own. */
function isSameConnection(one: Client, other: Client): boolean {
  return one.clientid === other.clientid && one.node === other.node && one.connected_at === other.connected_at
}

export function addPoll(polls: TwoPolls | undefined, later: Poll): TwoPolls {
  if (polls === undefined || !isSameConnection(polls.later.client, later.client)) return { later }
  const isTooSoon = later.at - polls.later.at < shortestSpanMs
  return { earlier: isTooSoon ? (polls.earlier ?? polls.later) : polls.later, later }
}

export function spanMs({ earlier, later }: TwoPolls): number | undefined {
  const span = earlier === undefined ? 0 : later.at - earlier.at
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
