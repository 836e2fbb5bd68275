import { trace } from '@brokerdeck/contract/diagnose/trace.ts'
import { answeredOnce } from '#api/answered-once.ts'
import { onBeforeLogOut } from '#api/before-log-out.ts'
import { describeError } from '#api/describe-problem.ts'
import { problemOf } from '#api/errors.ts'
import { request } from '#api/http.ts'
import { isGone } from '#api/is-gone.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import { watch as m } from '../messages.ts'

const storageKey = 'leftTraces'

const mostNames = 20

/** A trace that nobody takes back ends by itself: the browser was killed, or the network was gone. */
export const longestWatchMs = 30 * 60_000
const patienceMs = 5_000

/** A trace that exists for somebody who watches, and only as long. */
export interface OwnTrace {
  readonly name: string
  /** Ends and deletes it; also when the page is left, closed or signed out of. */
  readonly end: () => void
  /** From now on it is a trace like any other. */
  readonly keep: () => void
}

function newName(): string {
  const random = crypto.getRandomValues(new Uint8Array(6))
  return `timeline-${Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** Requests that a page makes while it goes are cut off without it. */
const lasting = (url: URL, init: RequestInit) => fetch(url, { ...init, keepalive: true })

const outOfPatience = () => new Promise((resolve) => setTimeout(resolve, patienceMs))

/** False where the trace may still be there. */
async function remove(name: string): Promise<boolean> {
  try {
    await request(trace.remove, { params: { name } }, { timeoutMs: patienceMs, transport: lasting })
    return true
  } catch (error) {
    if (isGone(error)) return true
    if (problemOf(error)?.kind === 'expired') return false
    const { title, detail } = describeError(error)
    notify.warning(m.leftBehind(name), detail ?? title)
    return false
  }
}

async function removeLeft(): Promise<void> {
  await Promise.all(
    leftTraces().map(async (name) => {
      if (await remove(name)) forgetLeftTrace(name)
    }),
  )
}

/** Whether nothing can have come of a request that failed so. */
function isRefused(error: unknown): boolean {
  const kind = problemOf(error)?.kind
  return kind === 'rejected' || kind === 'unauthorized' || kind === 'expired'
}

/** Starts to follow one client, on all nodes. Fails as the API does. */
export async function startOwnTrace(clientid: string): Promise<OwnTrace> {
  await removeLeft()
  const name = newName()
  const end_at = `${new Date(Date.now() + longestWatchMs).toISOString().slice(0, 19)}Z`
  const creation = answeredOnce()
  let removed: Promise<unknown> | undefined
  const removeNow = () => {
    if (removed === undefined && !creation.isAnswered()) noteLeftTrace(name)
    removed ??= remove(name)
    return removed
  }
  // On a slow line it would overtake the creation, and delete nothing.
  const takeBack = async () => {
    await Promise.race([creation.answer(), outOfPatience()])
    await removeNow()
  }
  // From the moment it is asked for: whoever leaves before the answer has come would leave the trace behind.
  const forgetLogOut = onBeforeLogOut(takeBack)
  const onHide = () => void removeNow()
  window.addEventListener('pagehide', onHide)
  const keep = () => {
    forgetLogOut()
    window.removeEventListener('pagehide', onHide)
  }
  try {
    // Without a start it is the broker's own now, whatever the clock of this machine says.
    await request(
      trace.create,
      { body: { name, type: 'clientid', clientid, end_at, formatter: 'json', payload_encode: 'text' } },
      { transport: creation.transport },
    )
  } catch (error) {
    if (isRefused(error)) keep()
    else void takeBack().finally(keep)
    throw error
  }
  return {
    name,
    keep,
    end: () => {
      keep()
      onHide()
    },
  }
}

/**
 * Traces of this browser that may have been left behind: the page had gone before the broker answered their creation.
 * They are taken back when the next one starts.
 */
function leftTraces(): readonly string[] {
  const stored = localStorage.getItem(storageKey) ?? ''
  return stored.split(' ').filter((name) => /^timeline-[\da-f]{12}$/.test(name))
}

function noteLeftTrace(name: string): void {
  store([...leftTraces(), name])
}

function forgetLeftTrace(name: string): void {
  store(leftTraces().filter((one) => one !== name))
}

function store(names: readonly string[]): void {
  if (names.length === 0) localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, names.slice(-mostNames).join(' '))
}
