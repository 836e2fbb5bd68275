import type { Endpoint } from '@brokerdeck/contract/endpoint.ts'
import type { Problem } from './errors.ts'

/** Tells whether the broker responds, according to the latest requests. */
export interface Connection {
  /** The reason why the broker does not respond; undefined while it does. */
  readonly problem: Problem | undefined
  /** The time of the latest response of any status, in epoch milliseconds. */
  readonly answeredAt: number | undefined
  /** The address of the cluster that sent the latest response; undefined if the cluster has a single address. */
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

/** Resets the connection state for a new session. */
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
  /** The number of requests that the user waits for; background polls do not count. */
  readonly count: number
  /** The time when the oldest of these requests was sent. */
  readonly since: number | undefined
  /** The time when the oldest request was sent, including polls. */
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

/** The paths of the endpoints to request again, or all endpoints. */
export type Refreshes = NonNullable<Endpoint['refreshes']>

let refresh: (refreshes: Refreshes) => void = () => undefined
let holders = 0
let held: Refreshes = []

/**
 * Sets the listener that requests data again after a write: the cache of the session. Returns a function that removes
 * it.
 */
export function onWritten(listener: typeof refresh): () => void {
  refresh = listener
  return () => {
    if (refresh === listener) refresh = () => undefined
  }
}

/** A request that was to change something. Its body may contain secrets. */
export interface Attempt {
  readonly endpoint: Endpoint
  readonly given: { readonly params?: object | undefined; readonly body?: unknown }
  /** Undefined if the broker executed the request. */
  readonly problem: Problem | undefined
}

let noteAttempt: (attempt: Attempt) => void = () => undefined

/** Sets the listener that records writes. */
export function onAttempt(listener: typeof noteAttempt): void {
  noteAttempt = listener
}

/** Called for every request. The data that a write changes is declared at its endpoint and nowhere else. */
export function noteWritten(endpoint: Endpoint, given: Attempt['given'], problem?: Problem): void {
  const { refreshes = [] } = endpoint
  if (endpoint.method !== 'GET') noteAttempt({ endpoint, given, problem })
  if (holders === 0) {
    if (refreshes.length > 0) refresh(refreshes)
  } else if (held === 'everything' || refreshes === 'everything') held = 'everything'
  else held = [...new Set([...held, ...refreshes])]
}

/**
 * Holds all refreshes until the returned function is called: a page that creates an object would otherwise treat it
 * as the object of another user.
 */
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

/** Refreshes only after `work`, so that a thousand deletions cause one refresh. */
export async function refreshAfter<T>(work: () => Promise<T>): Promise<T> {
  const release = holdRefreshes()
  try {
    return await work()
  } finally {
    release()
  }
}
