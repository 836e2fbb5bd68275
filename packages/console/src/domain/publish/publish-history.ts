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
/** Characters of a payload as it was typed; what is longer is not kept. */
const LONGEST = 64 * 1024

/* Only in memory: what is published may be a secret, and a browser's storage is open to whoever sits there next. */
let published: readonly PublishedDraft[] = []
let lastId = 0
let owner: string | undefined
const listeners = new Set<() => void>()

function change(next: readonly PublishedDraft[]): void {
  published = next
  for (const listener of listeners) listener()
}

onSessionChange((session, end) => {
  // An expired session is continued by logging in again; the next person finds nothing.
  const isAnother = session !== undefined && owner !== undefined && session.username !== owner
  if (isAnother || (session === undefined && end !== 'expired')) change([])
})

/** Remembers what was published, the newest first; the same again only moves up. */
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
