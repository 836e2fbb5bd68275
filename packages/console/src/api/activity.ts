import * as v from 'valibot'
import { parseJson } from '#lib/parse-json.ts'
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
        ...{ at: Date.now(), user: currentSession()?.username ?? '', method, path },
        params: Object.fromEntries(named),
        ...(method === 'POST' && findName(body)),
        outcome: outcomeOf(problem),
      },
    ]
    // Once a second: a thousand deletions are not written down a thousand times.
    timer ??= setTimeout(store, storeAfterMs)
  })
  window.addEventListener('pagehide', store)
}

/** What names a thing in the bodies of the API; nothing else of a body is remembered. */
const nameSchema = v.union([
  v.pipe(
    v.object({ type: v.string(), name: v.string() }),
    v.transform(({ type, name }) => `${type}:${name}`),
  ),
  ...['id', 'name', 'username', 'user_id', 'clientid', 'who', 'topic'].map((key) =>
    v.pipe(
      v.object({ [key]: v.string() }),
      v.transform((body) => body[key]),
    ),
  ),
])

function findName(body: unknown): { readonly made?: string } {
  const found = v.safeParse(nameSchema, body)
  return found.success && found.output !== undefined ? { made: found.output.slice(0, longestParam) } : {}
}

function outcomeOf(problem: Problem | undefined): string {
  // It was done; only the answer was not understood.
  if (problem === undefined || problem.kind === 'unreadable') return 'done'
  if (problem.kind === 'rejected' || problem.kind === 'unauthorized') return problem.code
  return problem.kind === 'unsendable' ? 'unsent' : 'unknown'
}

function stored(): readonly Activity[] {
  const parsed = v.safeParse(v.array(activitySchema), parseJson(localStorage.getItem(storeKey) ?? ''))
  return parsed.success ? parsed.output : []
}

function store(): void {
  clearTimeout(timer)
  timer = undefined
  if (waiting.length === 0) return
  // Other tabs write there as well: theirs stay.
  const next = [...stored(), ...waiting].slice(-most)
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
  return [...stored(), ...waiting].filter((one) => one.user === user).toReversed()
}

export function forgetOwnActivity(): void {
  store()
  const user = currentSession()?.username
  localStorage.setItem(storeKey, JSON.stringify(stored().filter((one) => one.user !== user)))
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
