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
