import { isSsoBackend, type SsoBackend } from '@brokerdeck/contract/console-server.ts'
import { isObject, parseJson } from '#lib/parse-json.ts'

/** Shared by the tabs and consoles of this browser: who works in one of them is not idle. */
const storeKey = 'lastUse'
const uses = ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const
const noteEveryMs = 1_000

/** Where the browser has no room left, this tab alone knows. */
let notedHere = 0

/** Signing in is the first use; opening a page again is none. */
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
  // Cleared, or of a clock that was ahead: counted from now on.
  noteUse()
  return Date.now()
}

/**
 * Tells every second how many milliseconds are left until nobody has used the console for `limitMs`; none or fewer: that
 * is over, and what is done afterwards does not take it back. `isBusy`: something that somebody waits for. Returns how to stop.
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
    // The first move after a night comes before any timer.
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

/** Two installations below one origin, each in front of its own broker, know nothing of each other's sessions. */
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
  /** The login was made with the password that every fresh broker has. */
  readonly hasDefaultPassword?: boolean | undefined
  /** Who vouched for the user, if not the broker itself. */
  readonly backend?: SsoBackend | undefined
}

const isText = (value: unknown) => typeof value === 'string'

/** By hand, unlike what a broker answers: for this alone the login would load the library that reads answers. */
export function readSession(value: unknown): Session | undefined {
  if (!isObject(value)) return undefined
  const { token, username, role, edition, version, hasDefaultPassword, backend } = value
  if (!isText(token) || !isText(username) || !isText(edition) || !isText(version)) return undefined
  if (role !== undefined && !isText(role)) return undefined
  if (hasDefaultPassword !== undefined && typeof hasDefaultPassword !== 'boolean') return undefined
  if (backend !== undefined && !isSsoBackend(backend)) return undefined
  return { token, username, role, edition, version, hasDefaultPassword, backend }
}

/** What tabs tell each other; nothing of it is stored anywhere. */
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

/** Why there is no session: the login page says it. */
export type SessionEnd = 'logged-out' | 'logged-out-elsewhere' | 'idle' | 'expired' | 'password-changed'

type Listener = (session: Session | undefined, end: SessionEnd | undefined) => void
const listeners = new Set<Listener>()

function readFrom(storage: Storage | undefined, key = storageKey): Session | undefined {
  return readSession(parseJson(storage?.getItem(key) ?? ''))
}

/** Also those of the other consoles of this origin; their tokens end by themselves. */
export function forgetEverySession(): void {
  for (const storage of [sessionStorage, localStorage])
    for (const key of Object.keys(storage)) if (/^session( \/|$)/.test(key)) storage.removeItem(key)
}

/** That of a console below another path of this origin: of this tab, or kept on this device. */
export function sessionBelow(path: string): Session | undefined {
  const key = `session ${path}`
  return readFrom(sessionStorage, key) ?? readFrom(localStorage, key)
}

/** Of this tab, as it was before the page was loaded again; or the one that was to be kept on this device. */
let current = readFrom(globalThis.sessionStorage) ?? readFrom(globalThis.localStorage)
/** The other tabs have been asked, and what they say is still of use. */
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
  // What has been stored since by a newer session stays.
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

/** In every tab; `isKept` also stores it on this device, where it is found after the browser was closed. */
export function startSession(session: Session, isKept = false): void {
  noteUse()
  begin(session)
  if (isKept) localStorage.setItem(storageKey, JSON.stringify(session))
  else localStorage.removeItem(storageKey)
  announce(undefined)
  tell({ kind: 'started', session })
}

/** A logout, also of who was idle, ends the session of this user in every tab; an expiry only where it was noticed. */
export function endSession(end: SessionEnd, username = current?.username): void {
  forget(end)
  if (username !== undefined && (end === 'logged-out' || end === 'idle'))
    tell({ kind: 'logged-out', username })
}

export function onSessionChange(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Another tab has signed in: a tab without a session joins it, one with an older token of that user takes the new one. */
function join(session: Session, isWelcome: (username: string) => boolean): void {
  if (current === undefined) {
    if (!isWelcome(session.username)) return
    begin(session)
    announce(undefined)
  } else if (current.username === session.username) begin(session)
}

/** One sign-in for all tabs, until the returned function is called. `isWelcome` may turn down another user than the one awaited. */
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

/** Asks the other tabs; an answer starts the session, also one that comes while the login is already shown. */
export function askOtherTabs(): void {
  isWaiting = current === undefined
  if (isWaiting) tell({ kind: 'wanted' })
}

/** Specification §3: 1 is enterprise, anything else is community. The login answers `ee` and `ce` (5.8.9). */
export function editionNumber(edition: string): 1 | 2 {
  return /^(ee|enterprise)$/i.test(edition) ? 1 : 2
}
