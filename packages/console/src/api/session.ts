import { isSsoBackend, type SsoBackend } from '@brokerdeck/contract/console-server.ts'
import { isObject, parseJson } from '#lib/parse-json.ts'

/** The key is shared by all tabs and consoles of this browser: a user who is active in one of them is not idle. */
const storeKey = 'lastUse'
const uses = ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const
const noteEveryMs = 1_000

/** If the browser's storage is full, the time is known in this tab only. */
let notedHere = 0

/** Records a use of the console. A login counts as a use; opening a page again does not. */
export function noteUse(): void {
  const now = Date.now()
  try {
    localStorage.setItem(storeKey, String(now))
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    notedHere = now
  }
}

function lastUse(): number {
  const noted = Math.max(Number(localStorage.getItem(storeKey)), notedHere)
  if (noted > 0 && noted <= Date.now()) return noted
  // The stored time was deleted, or comes from a clock that was ahead, so the idle time starts now.
  noteUse()
  return Date.now()
}

/**
 * Reports every second how many milliseconds are left until the console has been idle for `limitMs`. At zero or
 * below, the time is over and later use does not extend it. `isBusy` returns true while the user waits for something.
 * Returns a function that stops this.
 */
export function watchUse(limitMs: number, isBusy: () => boolean, tell: (leftMs: number) => void): () => void {
  let toldAt = 0
  const countMsLeft = () => lastUse() + limitMs - Date.now()
  const look = () => {
    if (countMsLeft() > 0 && isBusy()) noteUse()
    tell(countMsLeft())
  }
  const onUse = () => {
    if (Date.now() - toldAt < noteEveryMs) return
    toldAt = Date.now()
    // After a night, the first mouse move is handled before any timer.
    if (countMsLeft() > 0) noteUse()
    tell(countMsLeft())
  }
  look()
  const timer = setInterval(look, 1_000)
  for (const use of uses) window.addEventListener(use, onUse, { capture: true, passive: true })
  return () => {
    clearInterval(timer)
    for (const use of uses) window.removeEventListener(use, onUse, { capture: true })
  }
}

/** Two installations below one origin, each in front of its own broker, have separate sessions. */
const place = typeof document === 'undefined' ? '/' : new URL('.', document.baseURI).pathname
const suffix = place === '/' ? '' : ` ${place}`
const storageKey = `session${suffix}`
const editionKey = `edition${suffix}`

export interface Session {
  readonly token: string
  readonly username: string
  readonly role?: string | undefined
  readonly edition: string
  readonly version: string
  /** True if the login used the password that every fresh broker has. */
  readonly hasDefaultPassword?: boolean | undefined
  /** The identity provider that authenticated the user, if it was not the broker itself. */
  readonly backend?: SsoBackend | undefined
}

const isText = (value: unknown) => typeof value === 'string'

/**
 * The session is validated by hand, unlike responses of the broker: otherwise the login would load the validation
 * library.
 */
export function readSession(value: unknown): Session | undefined {
  if (!isObject(value)) return undefined
  const { token, username, role, edition, version, hasDefaultPassword, backend } = value
  if (!isText(token) || !isText(username) || !isText(edition) || !isText(version)) return undefined
  if (role !== undefined && !isText(role)) return undefined
  if (hasDefaultPassword !== undefined && typeof hasDefaultPassword !== 'boolean') return undefined
  if (backend !== undefined && !isSsoBackend(backend)) return undefined
  return { token, username, role, edition, version, hasDefaultPassword, backend }
}

/** The messages between tabs; they are not stored. */
type Message =
  | { readonly kind: 'wanted' }
  | { readonly kind: 'offered' | 'started'; readonly session: Session }
  | { readonly kind: 'logged-out'; readonly username: string }

function readMessage(value: unknown): Message | undefined {
  if (!isObject(value)) return undefined
  const { kind, username } = value
  if (kind === 'wanted') return { kind }
  if (kind === 'logged-out') return isText(username) ? { kind, username } : undefined
  const session = readSession(value['session'])
  return session && (kind === 'offered' || kind === 'started') ? { kind, session } : undefined
}

/** The reason why there is no session, which the login page shows. */
export type SessionEnd = 'logged-out' | 'logged-out-elsewhere' | 'idle' | 'expired' | 'password-changed'

type Listener = (session: Session | undefined, end: SessionEnd | undefined) => void
const listeners = new Set<Listener>()

function readFrom(storage: Storage | undefined, key = storageKey): Session | undefined {
  return readSession(parseJson(storage?.getItem(key) ?? ''))
}

/** Removes all sessions, including those of other consoles of this origin; their tokens expire on their own. */
export function forgetEverySession(): void {
  for (const storage of [sessionStorage, localStorage])
    for (const key of Object.keys(storage)) if (/^session( \/|$)/.test(key)) storage.removeItem(key)
}

/** Returns the session of a console below another path of this origin: of this tab, or kept on this device. */
export function sessionBelow(path: string): Session | undefined {
  const key = `session ${path}`
  return readFrom(sessionStorage, key) ?? readFrom(localStorage, key)
}

/** The session of this tab from before the page was reloaded, or the session kept on this device. */
let current = readFrom(globalThis.sessionStorage) ?? readFrom(globalThis.localStorage)
/** True after the other tabs were asked, while their answers are still useful. */
let isWaiting = false

const channel =
  typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(`brokerdeck-session${suffix}`)

function tell(message: Message): void {
  channel?.postMessage(message)
}

function announce(end: SessionEnd | undefined): void {
  for (const listener of [...listeners]) listener(current, end)
}

function begin(session: Session): void {
  isWaiting = false
  current = session
  sessionStorage.setItem(storageKey, JSON.stringify(session))
  localStorage.setItem(editionKey, session.edition)
}

function forget(end: SessionEnd): void {
  if (!current) return
  isWaiting = false
  // A session that a newer login has stored since is kept.
  for (const storage of [sessionStorage, localStorage]) {
    if (readFrom(storage)?.token !== current.token) continue
    storage.removeItem(storageKey)
    localStorage.removeItem(editionKey)
  }
  current = undefined
  announce(end)
}

export function currentSession(): Session | undefined {
  return current
}

/** Starts the session in every tab; `isKept` also stores it on this device, where it survives closing the browser. */
export function startSession(session: Session, isKept = false): void {
  noteUse()
  begin(session)
  if (isKept) localStorage.setItem(storageKey, JSON.stringify(session))
  else localStorage.removeItem(storageKey)
  announce(undefined)
  tell({ kind: 'started', session })
}

/** Ends the session. A logout, even for idleness, ends it for this user in every tab; an expiry only in this tab. */
export function endSession(end: SessionEnd, username = current?.username): void {
  forget(end)
  if (username !== undefined && (end === 'logged-out' || end === 'idle'))
    tell({ kind: 'logged-out', username })
}

export function onSessionChange(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Handles a login in another tab: a tab without a session joins it, a tab with an older token of that user takes the
 * new one.
 */
function join(session: Session, isWelcome: (username: string) => boolean): void {
  if (current === undefined) {
    if (!isWelcome(session.username)) return
    begin(session)
    announce(undefined)
  } else if (current.username === session.username) begin(session)
}

/**
 * Shares the session between tabs until the returned function is called. `isWelcome` may reject a user other than the
 * expected one.
 */
export function shareSession(isWelcome: (username: string) => boolean): () => void {
  const onMessage = ({ data }: MessageEvent<unknown>) => {
    const message = readMessage(data)
    if (message === undefined) return
    if (message.kind === 'wanted') {
      if (current !== undefined) tell({ kind: 'offered', session: current })
    } else if (message.kind === 'logged-out') {
      if (message.username === current?.username) forget('logged-out-elsewhere')
    } else if (message.kind === 'started' || isWaiting) join(message.session, isWelcome)
  }
  channel?.addEventListener('message', onMessage)
  return () => channel?.removeEventListener('message', onMessage)
}

/** Asks the other tabs for their session; an answer starts it, even if the login is already shown. */
export function askOtherTabs(): void {
  isWaiting = current === undefined
  if (isWaiting) tell({ kind: 'wanted' })
}

/** Returns 1 for Enterprise and 2 for Community (specification §3). The login returns `ee` and `ce` (5.8.9). */
export function editionNumber(edition: string): 1 | 2 {
  return /^(ee|enterprise)$/i.test(edition) ? 1 : 2
}
