import { namedFileSchema } from '@brokerdeck/contract/file.ts'
import * as v from 'valibot'
import { isObject, parseJson } from '#lib/parse-json.ts'
import { type Attempt, onAttempt } from './connection.ts'
import type { Problem } from './errors.ts'
import { currentSession } from './session.ts'

const activitySchema = v.object({
  /** The time in epoch milliseconds. */
  at: v.number(),
  user: v.string(),
  method: v.string(),
  /** The path as the API documents it: `/clients/:clientid`. */
  path: v.string(),
  params: v.record(v.string(), v.string()),
  /** The name of the created object, from the request body. */
  made: v.optional(v.string()),
  /** `done`, `unknown` if there was no response, otherwise the code of the refusal. */
  outcome: v.string(),
})
export type Activity = v.InferOutput<typeof activitySchema>

/** Each cluster has its own key, because its console has its own path. */
const storeKey = `activity ${typeof document === 'undefined' ? '/' : new URL('.', document.baseURI).pathname}`
const most = 500
const longestParam = 200
const storeAfterMs = 1_000

const byNobody = new Set(['/login', '/logout'])

let waiting: readonly Activity[] = []
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** Records the writes of this browser from now on; called once per session. */
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
    // The entries are stored once a second, so that a thousand deletions do not cause a thousand writes.
    timer ??= setTimeout(store, storeAfterMs)
  })
  window.addEventListener('pagehide', store)
}

/** The fields that name an object in a request body, in order of preference; no other field of a body is stored. */
const naming = ['id', 'name', 'username', 'user_id', 'clientid', 'deviceid', 'who', 'topic']

const typed = ['type', 'name']
const authenticator = ['mechanism', 'backend']

/** The endpoints whose objects are named by several fields of the body, or by its type alone. */
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

/** Returns the name in a body: for a list all names, for an uploaded file the name of the file. */
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
  // The broker executed the request; only its response could not be read.
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
  // Other tabs write to the same key, so their entries are kept.
  const next = [...readStoredActivity(), ...waiting].slice(-most)
  waiting = []
  try {
    localStorage.setItem(storeKey, JSON.stringify(next))
  } catch (error) {
    // If the storage is full, the newest entries are kept in memory until this tab is closed.
    if (!(error instanceof DOMException)) throw error
    localStorage.removeItem(storeKey)
    waiting = next
  }
  for (const listener of [...listeners]) listener()
}

/** Returns the writes of the current user from this browser, the newest first. */
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
