export interface InFlight {
  /** Requests that somebody waits for; polls in the background do not count. */
  readonly count: number
  /** When the oldest of them was sent. */
  readonly since: number | undefined
  /** When the oldest of all was sent, polls included. */
  readonly oldest: number | undefined
}

interface Pending {
  readonly startedAt: number
  readonly isSilent: boolean
  readonly abort: () => void
}

const pending = new Set<Pending>()
const listeners = new Set<() => void>()
let snapshot: InFlight = { count: 0, since: undefined, oldest: undefined }

function refresh(): void {
  const awaited = [...pending].filter((entry) => !entry.isSilent)
  snapshot = { count: awaited.length, since: awaited[0]?.startedAt, oldest: [...pending][0]?.startedAt }
  for (const listener of [...listeners]) listener()
}

/** Counts a request until the returned function is called. */
export function trackRequest(abort: () => void, isSilent: boolean): () => void {
  const entry: Pending = { startedAt: Date.now(), isSilent, abort }
  pending.add(entry)
  refresh()
  return () => {
    if (pending.delete(entry)) refresh()
  }
}

export function abortPending(): void {
  for (const entry of [...pending]) entry.abort()
}

export function inFlight(): InFlight {
  return snapshot
}

export function onInFlightChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
