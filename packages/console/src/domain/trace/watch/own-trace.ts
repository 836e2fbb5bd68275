import { trace } from '@brokerdeck/contract/trace.ts'
import { onBeforeLogOut } from '#api/before-log-out.ts'
import { describeError } from '#api/describe-problem.ts'
import { problemOf } from '#api/errors.ts'
import { request } from '#api/http.ts'
import { isGone } from '#api/is-gone.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import { m } from './messages.ts'

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

async function remove(name: string): Promise<void> {
  try {
    await request(trace.remove, { params: { name } }, { timeoutMs: patienceMs, transport: lasting })
  } catch (error) {
    if (isGone(error) || problemOf(error)?.kind === 'expired') return
    const { title, detail } = describeError(error)
    notify.warning(m.leftBehind(name), detail ?? title)
  }
}

/** Starts to follow one client, on all nodes. Fails as the API does. */
export async function startOwnTrace(clientid: string): Promise<OwnTrace> {
  const name = newName()
  const end_at = `${new Date(Date.now() + longestWatchMs).toISOString().slice(0, 19)}Z`
  let removed: Promise<void> | undefined
  const takeBack = () => {
    removed ??= remove(name)
    return removed
  }
  // From the moment it is asked for: whoever leaves before the answer has come would leave the trace behind.
  const forgetLogOut = onBeforeLogOut(takeBack)
  const onHide = () => void takeBack()
  window.addEventListener('pagehide', onHide)
  const keep = () => {
    forgetLogOut()
    window.removeEventListener('pagehide', onHide)
  }
  try {
    // Without a start it is the broker's own now, whatever the clock of this machine says.
    await request(trace.create, {
      body: { name, type: 'clientid', clientid, end_at, formatter: 'json', payload_encode: 'text' },
    })
  } catch (error) {
    keep()
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
