import { namedFileSchema } from '@brokerdeck/contract/file.ts'
import * as v from 'valibot'
import { isObject, parseJson } from '#lib/parse-json.ts'
import { type Attempt, onAttempt } from './connection.ts'
import type { Problem } from './errors.ts'
import { currentSession } from './session.ts'

const activitySchema = v.object({
  /** Epoch milliseconds. */
  at: v.number(),
  user: v.string(),
  method: v.string(),
  /** As the API documents it: `/clients/:clientid`. */
  path: v.string(),
  params: v.record(v.string(), v.string()),
  /** What was created, by the name that its body gives it. */
  made: v.optional(v.string()),
  /** `done`, `unknown` where no answer came, else the code of the refusal. */
  outcome: v.string(),
})
export type Activity = v.InferOutput<typeof activitySchema>

/** A cluster has its own: its console has a path of its own. */
const storeKey = `activity ${typeof document === 'undefined' ? '/' : new URL('.', document.baseURI).pathname}`
const most = 500
const longestParam = 200
const storeAfterMs = 1_000

const byNobody = new Set(['/login', '/logout'])

let waiting: readonly Activity[] = []
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** Remembers in this browser what is written from it, from now on; called once a session. */
export function rememberActivity(): void {
  onAttempt(({ endpoint, given: { params = {}, body }, problem }: Attempt) => {
    if (byNobody.has(endpoint.path)) return
    const { path, method } = endpoint
    const named = Object.entries(params).map(([name, value]) => [name, String(value).slice(0, longestParam)])
    waiting = [
      ...waiting.slice(1 - most),
      {
        at: Date.now(),
        user: currentSession()?.username ?? '',
        method,
        path,
        params: Object.fromEntries(named),
        ...(method === 'POST' && findName(path, body)),
        outcome: toOutcome(problem),
      },
    ]
    // Once a second: a thousand deletions are not written down a thousand times.
    timer ??= setTimeout(store, storeAfterMs)
  })
  window.addEventListener('pagehide', store)
}

/** What names a thing in the bodies of the API, what says most first; nothing else of a body is remembered. */
const naming = ['id', 'name', 'username', 'user_id', 'clientid', 'deviceid', 'who', 'topic']

const typed = ['type', 'name']
const authenticator = ['mechanism', 'backend']

/** What goes by several fields of its body, or by its type alone. */
const namedOtherwise: ReadonlyMap<string, readonly string[]> = new Map([
  ['/actions', typed],
  ['/sources', typed],
  ['/connectors', typed],
  ['/gateways/:name/listeners', typed],
  ['/authentication', authenticator],
  ['/gateways/:name/authentication', authenticator],
  ['/gateways/:name/listeners/:id/authentication', authenticator],
  ['/authorization/sources', ['type']],
])

const mostNames = 20

/** Of several the names of all; of a file that is sent its own. */
function nameIn(path: string, body: unknown): string {
  if (Array.isArray(body)) {
    const names = body.slice(0, mostNames).map((one) => nameIn(path, one))
    return names.filter((name) => name !== '').join(', ')
  }
  if (!isObject(body)) return ''
  const keys = namedOtherwise.get(path) ?? naming.filter((key) => typeof body[key] === 'string').slice(0, 1)
  const said = keys.map((key) => body[key]).filter((value) => typeof value === 'string')
  if (said.length > 0) return said.join(':')
  return Object.values(body).find((value) => v.is(namedFileSchema, value))?.name ?? ''
}

function findName(path: string, body: unknown): { readonly made?: string } {
  const name = nameIn(path, body).slice(0, longestParam)
  return name === '' ? {} : { made: name }
}

function toOutcome(problem: Problem | undefined): string {
  // It was done; only the answer was not understood.
  if (problem === undefined || problem.kind === 'unreadable') return 'done'
  if (problem.kind === 'rejected' || problem.kind === 'unauthorized') return problem.code
  return problem.kind === 'unsendable' ? 'unsent' : 'unknown'
}

function readStoredActivity(): readonly Activity[] {
  const parsed = v.safeParse(v.array(activitySchema), parseJson(localStorage.getItem(storeKey) ?? ''))
  return parsed.success ? parsed.output : []
}

function store(): void {
  clearTimeout(timer)
  timer = undefined
  if (waiting.length === 0) return
  // Other tabs write there as well: theirs stay.
  const next = [...readStoredActivity(), ...waiting].slice(-most)
  waiting = []
  try {
    localStorage.setItem(storeKey, JSON.stringify(next))
  } catch (error) {
    // No room left: what is newest stays, as long as this tab does.
    if (!(error instanceof DOMException)) throw error
    localStorage.removeItem(storeKey)
    waiting = next
  }
  for (const listener of [...listeners]) listener()
}

/** What was written from this browser by whoever is signed in, the newest first. */
export function ownActivity(): readonly Activity[] {
  const user = currentSession()?.username
  return [...readStoredActivity(), ...waiting].filter((one) => one.user === user).toReversed()
}

export function forgetOwnActivity(): void {
  store()
  const user = currentSession()?.username
  localStorage.setItem(storeKey, JSON.stringify(readStoredActivity().filter((one) => one.user !== user)))
  for (const listener of [...listeners]) listener()
}

export function onActivity(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}
