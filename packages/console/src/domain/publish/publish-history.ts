import { useSyncExternalStore } from 'react'
import { currentSession, onSessionChange } from '#api/session.ts'
import type { PublishDraft } from './publish-draft.ts'

export interface PublishedDraft {
  readonly id: number
  /** The time of the message, in epoch milliseconds. */
  readonly at: number
  readonly draft: PublishDraft
}

const MOST = 20
/** The maximum length of a typed payload in characters; a longer payload is not kept. */
const LONGEST = 64 * 1024

/* Kept only in memory: a message may be a secret, and the next user of a browser can read its storage. */
let published: readonly PublishedDraft[] = []
let lastId = 0
let owner: string | undefined
const listeners = new Set<() => void>()

function change(next: readonly PublishedDraft[]): void {
  published = next
  for (const listener of listeners) listener()
}

onSessionChange((session, end) => {
  // After an expired session the same user logs in again; another user finds an empty history.
  const isAnother = session !== undefined && owner !== undefined && session.username !== owner
  if (isAnother || (session === undefined && end !== 'expired')) change([])
})

/** Stores a published message, the newest first; a repeated message only moves to the front. */
export function rememberPublished(draft: PublishDraft, now: number): void {
  if (draft.payload.text.length > LONGEST) return
  owner = currentSession()?.username
  lastId += 1
  const text = JSON.stringify(draft)
  const others = published.filter((one) => JSON.stringify(one.draft) !== text)
  change([{ id: lastId, at: now, draft }, ...others].slice(0, MOST))
}

export function forgetPublished(): void {
  change([])
}

export function usePublished(): readonly PublishedDraft[] {
  return useSyncExternalStore(subscribe, () => published)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
