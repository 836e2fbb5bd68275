import { useState } from 'react'
import type { TopicHistoryEvent } from '../engine/explorer-event.ts'

export interface Followed {
  /** The newest, or what was there when somebody began to read. */
  readonly history: TopicHistoryEvent | undefined
  readonly isFollowing: boolean
  /** How many came since. */
  readonly newer: number
  readonly follow: (isFollowing: boolean) => void
}

/** What one reads stands still while one reads it. */
export function useFollowed(live: TopicHistoryEvent | undefined): Followed {
  const [held, setHeld] = useState<TopicHistoryEvent>()
  const since = held?.entries[0]?.seq
  return {
    history: held ?? live,
    isFollowing: held === undefined,
    newer: since === undefined ? 0 : (live?.entries.filter(({ seq }) => seq > since).length ?? 0),
    follow: (isFollowing) => setHeld(isFollowing ? undefined : live),
  }
}
