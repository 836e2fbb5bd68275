import type { Endpoint } from '@brokerdeck/contract/endpoint.ts'
import type { Problem } from './errors.ts'

/** Whether the broker answers, as far as the latest requests tell. */
export interface Connection {
  /** Why it does not; undefined while it does. */
  readonly problem: Problem | undefined
  /** Milliseconds since the epoch of the latest answer, whatever it said. */
  readonly answeredAt: number | undefined
  /** Which of several addresses of the cluster gave it; undefined where there is one. */
  readonly answeredBy: string | undefined
}

const nothingYet: Connection = { problem: undefined, answeredAt: undefined, answeredBy: undefined }
let connection = nothingYet
const listeners = new Set<() => void>()

function change(next: Connection): void {
  connection = next
  for (const listener of [...listeners]) listener()
}

export function noteAnswer(answeredBy?: string): void {
  change({ problem: undefined, answeredAt: Date.now(), answeredBy })
}

export function noteNoAnswer(problem: Problem): void {
  change({ ...connection, problem })
}

/** A new session starts with a clean slate. */
export function forgetConnection(): void {
  change(nothingYet)
}

export function currentConnection(): Connection {
  return connection
}

export function onConnectionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

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
const inFlightListeners = new Set<() => void>()
let inFlightNow: InFlight = { count: 0, since: undefined, oldest: undefined }

function countInFlight(): void {
  const awaited = [...pending].filter((entry) => !entry.isSilent)
  inFlightNow = { count: awaited.length, since: awaited[0]?.startedAt, oldest: [...pending][0]?.startedAt }
  for (const listener of [...inFlightListeners]) listener()
}

/** Counts a request until the returned function is called. */
export function trackRequest(abort: () => void, isSilent: boolean): () => void {
  const entry: Pending = { startedAt: Date.now(), isSilent, abort }
  pending.add(entry)
  countInFlight()
  return () => {
    if (pending.delete(entry)) countInFlight()
  }
}

export function abortPending(): void {
  for (const entry of [...pending]) entry.abort()
}

export function inFlight(): InFlight {
  return inFlightNow
}

export function onInFlightChange(listener: () => void): () => void {
  inFlightListeners.add(listener)
  return () => inFlightListeners.delete(listener)
}

/** What is to be asked again: paths of endpoints, or all of them. */
export type Refreshes = NonNullable<Endpoint['refreshes']>

let refresh: (refreshes: Refreshes) => void = () => undefined
let holders = 0
let held: Refreshes = []

/** Who asks again what a write has changed: the cache of the session. Returns how to stop. */
export function onWritten(listener: typeof refresh): () => void {
  refresh = listener
  return () => {
    if (refresh === listener) refresh = () => undefined
  }
}

/** A request that was to change something. Its body may hold secrets. */
export interface Attempt {
  readonly endpoint: Endpoint
  readonly given: { readonly params?: object | undefined; readonly body?: unknown }
  /** None: the broker did it. */
  readonly problem: Problem | undefined
}

let noteAttempt: (attempt: Attempt) => void = () => undefined

/** Who remembers what was done from here. */
export function onAttempt(listener: typeof noteAttempt): void {
  noteAttempt = listener
}

/** Every request comes by here. What it changed stands at its endpoint and nowhere else. */
export function noteWritten(endpoint: Endpoint, given: Attempt['given'], problem?: Problem): void {
  const { refreshes = [] } = endpoint
  if (endpoint.method !== 'GET') noteAttempt({ endpoint, given, problem })
  if (holders === 0) {
    if (refreshes.length > 0) refresh(refreshes)
  } else if (held === 'everything' || refreshes === 'everything') held = 'everything'
  else held = [...new Set([...held, ...refreshes])]
}

/** Asks nothing again until what is returned is called: a page that makes something would take it for somebody else's. */
export function holdRefreshes(): () => void {
  holders += 1
  return () => {
    holders -= 1
    if (holders > 0 || held.length === 0) return
    const now = held
    held = []
    refresh(now)
  }
}

/** Asks again only after `work`: once after a thousand deletions. */
export async function refreshAfter<T>(work: () => Promise<T>): Promise<T> {
  const release = holdRefreshes()
  try {
    return await work()
  } finally {
    release()
  }
}
