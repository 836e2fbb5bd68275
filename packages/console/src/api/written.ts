import type { Endpoint } from '@brokerdeck/contract/endpoint.ts'
import type { Problem } from './errors.ts'

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

/** A request that was to change something, without what it carried: bodies may hold secrets. */
export interface Attempt {
  readonly endpoint: Endpoint
  readonly params: object
  /** None: the broker did it. */
  readonly problem: Problem | undefined
}

let attempted: (attempt: Attempt) => void = () => undefined

/** Who remembers what was done from here. */
export function onAttempt(listener: typeof attempted): void {
  attempted = listener
}

/** Every request comes by here. What it changed stands at its endpoint and nowhere else. */
export function noteWritten(endpoint: Endpoint, params: object = {}, problem?: Problem): void {
  const { refreshes = [] } = endpoint
  if (endpoint.method !== 'GET') attempted({ endpoint, params, problem })
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
export async function refreshedAfter<T>(work: () => Promise<T>): Promise<T> {
  const release = holdRefreshes()
  try {
    return await work()
  } finally {
    release()
  }
}
