import { type TraceInput, trace } from '@brokerdeck/contract/diagnose/trace.ts'
import { createAnsweredOnce } from '#api/answered-once.ts'
import { onBeforeLogOut } from '#api/before-log-out.ts'
import { describeError, getProblem, isGone } from '#api/errors.ts'
import { request } from '#api/http.ts'
import { whyNoWrite } from '#api/query.ts'
import { watch as m } from '#domain/trace/messages.ts'
import { notify } from '#kit/dialogs/notify.tsx'

/**
 * The time after which a trace ends by itself if it is not removed: the browser was killed, or the network was gone.
 */
export const longestWatchMs = 30 * 60_000
const patienceMs = 5_000

/** The client or rule that is watched. */
export type TraceTarget =
  | { readonly type: 'clientid'; readonly clientid: string }
  | { readonly type: 'ruleid'; readonly ruleid: string }

/** A trace that exists only as long as the user watches it. */
export interface OwnTrace {
  readonly name: string
  /** Ends and deletes the trace; this also happens when the user leaves or closes the page or signs out. */
  readonly end: () => void
  /** Turns the trace into an ordinary trace that is kept. */
  readonly keep: () => void
}

/** The name prefix for traces of rules, which operators know from the broker's own dashboard. */
const ruleMark = 'DEBUG_RULE_'

function newName(watched: TraceTarget): string {
  if (watched.type === 'ruleid') {
    const shown = watched.ruleid.replaceAll(/[^\w-]/g, '_').slice(0, 200)
    return `${ruleMark}${shown}_${Date.now()}`
  }
  const random = crypto.getRandomValues(new Uint8Array(6))
  return `timeline-${Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** Without `keepalive` the browser aborts requests that a page sends while it is being closed. */
const lasting = (url: URL, init: RequestInit) => fetch(url, { ...init, keepalive: true })

const outOfPatience = () => new Promise((resolve) => setTimeout(resolve, patienceMs))

/** Resolves with false if the trace may still exist. */
async function remove(name: string): Promise<boolean> {
  try {
    await request(trace.remove, { params: { name } }, { timeoutMs: patienceMs, transport: lasting })
    return true
  } catch (error) {
    if (isGone(error)) return true
    if (getProblem(error)?.kind === 'expired') return false
    const { title, detail } = describeError(error)
    notify.warning(m.leftBehind(name), detail ?? title)
    return false
  }
}

/** Removes the traces that this browser has left behind and that no tab watches any more. */
export async function removeLeftTraces(): Promise<void> {
  if (whyNoWrite() !== undefined) return
  const names = await listOrphanedTraces()
  await Promise.all(
    names.map(async (name) => {
      if (await remove(name)) forgetTrace(name)
    }),
  )
}

/** Removes the ended traces that were started to watch this rule, in whatever browser. */
export async function removeEndedTraces(ruleid: string): Promise<void> {
  if (whyNoWrite() !== undefined) return
  const traces = await request(trace.list, {})
  const ended = traces.filter(
    (one) =>
      one.type === 'ruleid' &&
      one.ruleid === ruleid &&
      one.status === 'stopped' &&
      one.name.startsWith(ruleMark),
  )
  await Promise.all(ended.map(({ name }) => remove(name)))
}

/** Returns true if the error proves that the request had no effect. */
function isRefused(error: unknown): boolean {
  const kind = getProblem(error)?.kind
  return kind === 'rejected' || kind === 'unauthorized' || kind === 'expired'
}

/** Starts to trace the target on all nodes. Throws the errors of the API. */
export async function startOwnTrace(watched: TraceTarget): Promise<OwnTrace> {
  await removeLeftTraces()
  const name = newName(watched)
  const end_at = `${new Date(Date.now() + longestWatchMs).toISOString().slice(0, 19)}Z`
  const creation = createAnsweredOnce()
  let removed: Promise<unknown> | undefined
  const removeNow = () => {
    const isKnown = creation.isAnswered()
    removed ??= remove(name).then((isRemoved) => {
      // A creation request that is still on its way to the broker may arrive after this deletion, so the name stays
      // noted.
      if (isRemoved && isKnown) forgetTrace(name)
    })
    return removed
  }
  // On a slow connection the deletion would overtake the creation and delete nothing.
  const takeBack = async () => {
    await Promise.race([creation.answer(), outOfPatience()])
    await removeNow()
  }
  // The name is noted before the request, because a user who leaves before the response would leave the trace behind.
  noteTrace(name)
  const forgetLogOut = onBeforeLogOut(takeBack)
  const onHide = () => void removeNow()
  window.addEventListener('pagehide', onHide)
  const letGo = () => {
    letGoOfTrace(name)
    forgetLogOut()
    window.removeEventListener('pagehide', onHide)
  }
  const keep = () => {
    letGo()
    forgetTrace(name)
  }
  try {
    // Without a start time the trace starts at the broker's current time, whatever the clock of this machine shows.
    const body: TraceInput = { ...watched, name, end_at, formatter: 'json', payload_encode: 'text' }
    await request(trace.create, { body }, { transport: creation.transport })
  } catch (error) {
    if (isRefused(error)) keep()
    else void takeBack().finally(letGo)
    throw error
  }
  return {
    name,
    keep,
    end: () => {
      letGo()
      onHide()
    },
  }
}

const storageKey = 'leftTraces'
const mostNames = 20
/** The time to wait for other tabs, in milliseconds: a busy tab responds late, a closed tab never does. */
const claimMs = 2_000

/**
 * Returns the traces that this browser has started to watch something. A name is removed once its trace is known to
 * be deleted: traces that a crash, a closed lid or a lost network leaves behind are found by their names at the next
 * visit.
 */
function readNotedTraces(): readonly string[] {
  const stored = localStorage.getItem(storageKey) ?? ''
  return stored.split(' ').filter((name) => /^[A-Za-z][\w-]*$/.test(name))
}

/** The traces that are watched in this tab. */
const held = new Set<string>()

function noteTrace(name: string): void {
  held.add(name)
  store([...readNotedTraces().filter((one) => one !== name), name])
}

/** Marks the trace as no longer watched in this tab; it may still exist on the broker. */
function letGoOfTrace(name: string): void {
  held.delete(name)
}

function forgetTrace(name: string): void {
  letGoOfTrace(name)
  store(readNotedTraces().filter((one) => one !== name))
}

function store(names: readonly string[]): void {
  if (names.length === 0) localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, names.slice(-mostNames).join(' '))
}

interface OwnTraceQuery {
  readonly kind: 'whose' | 'mine'
  readonly name: string
}

function readAsked(data: unknown): OwnTraceQuery | undefined {
  if (typeof data !== 'object' || data === null || !('kind' in data) || !('name' in data)) return undefined
  const { kind, name } = data
  return (kind === 'whose' || kind === 'mine') && typeof name === 'string' ? { kind, name } : undefined
}

const channel =
  typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('brokerdeck-traces')
/** The callbacks of callers that wait for responses from other tabs. */
const asking = new Set<(name: string) => void>()

channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  const asked = readAsked(data)
  if (asked?.kind === 'mine') for (const hear of asking) hear(asked.name)
  if (asked?.kind === 'whose' && held.has(asked.name))
    channel.postMessage({ kind: 'mine', name: asked.name } satisfies OwnTraceQuery)
})

/** Returns the traces of this browser that no tab watches any more. */
async function listOrphanedTraces(): Promise<readonly string[]> {
  const names = readNotedTraces().filter((name) => !held.has(name))
  if (names.length === 0) return []
  const claimed = new Set<string>()
  const hear = (name: string) => void claimed.add(name)
  asking.add(hear)
  for (const name of names) channel?.postMessage({ kind: 'whose', name } satisfies OwnTraceQuery)
  await new Promise((resolve) => setTimeout(resolve, claimMs))
  asking.delete(hear)
  return names.filter((name) => !claimed.has(name) && !held.has(name))
}
