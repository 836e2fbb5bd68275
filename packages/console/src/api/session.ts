import * as v from 'valibot'

const storageKey = 'session'
const editionKey = 'edition'
const channelName = 'brokerdeck-session'

const sessionSchema = v.object({
  token: v.string(),
  username: v.string(),
  role: v.optional(v.string()),
  edition: v.string(),
  version: v.string(),
  /** The login was made with the password that every fresh broker has. */
  hasDefaultPassword: v.optional(v.boolean()),
})
export type Session = v.InferOutput<typeof sessionSchema>

/** Why there is no session: the login page says it. */
export type SessionEnd = 'logged-out' | 'logged-out-elsewhere' | 'expired' | 'password-changed'

type Listener = (session: Session | undefined, end: SessionEnd | undefined) => void
const listeners = new Set<Listener>()

function readStored(): Session | undefined {
  const stored = globalThis.sessionStorage?.getItem(storageKey)
  if (!stored) return undefined
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), sessionSchema), stored)
  return parsed.success ? parsed.output : undefined
}

let current = readStored()

function announce(end: SessionEnd | undefined): void {
  for (const listener of [...listeners]) listener(current, end)
}

function forget(end: SessionEnd): void {
  if (!current) return
  // What has been stored since by a newer session stays.
  if (readStored()?.token === current.token) {
    sessionStorage.removeItem(storageKey)
    localStorage.removeItem(editionKey)
  }
  current = undefined
  announce(end)
}

const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(channelName)
channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (data === current?.username) forget('logged-out-elsewhere')
})

export function currentSession(): Session | undefined {
  return current
}

export function startSession(session: Session): void {
  current = session
  sessionStorage.setItem(storageKey, JSON.stringify(session))
  localStorage.setItem(editionKey, session.edition)
  announce(undefined)
}

/** A logout ends the session of this user in every tab; an expiry only where it was noticed. */
export function endSession(end: SessionEnd): void {
  const username = current?.username
  forget(end)
  if (username !== undefined && end === 'logged-out') channel?.postMessage(username)
}

export function onSessionChange(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Specification §3: 1 is enterprise, anything else is community. The login answers `ee` and `ce` (5.8.9). */
export function editionNumber(edition: string): 1 | 2 {
  return /^(ee|enterprise)$/i.test(edition) ? 1 : 2
}
