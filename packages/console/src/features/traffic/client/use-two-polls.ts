import type { Client } from '@brokerdeck/contract/traffic/client.ts'
import { useState } from 'react'
import { addPoll, type TwoPolls } from './two-polls.ts'

/** The last two answers about a client, for what can only be told by comparing. */
export function useTwoPolls(client: Client, answeredAt: number): TwoPolls {
  const [polls, setPolls] = useState<TwoPolls>({ later: { client, at: answeredAt } })
  if (polls.later.at === answeredAt) return polls
  const next = addPoll(polls, { client, at: answeredAt })
  setPolls(next)
  return next
}
