const storageKey = 'leftTraces'
const mostNames = 20
/** Tabs of one browser answer at once, or are gone. */
const patienceMs = 250

/**
 * Traces that this browser has begun for somebody who watches. A name goes when its trace is known to be deleted: what
 * a crash, a closed lid or a lost network leaves behind is found by it at the next visit.
 */
export function notedTraces(): readonly string[] {
  const stored = localStorage.getItem(storageKey) ?? ''
  return stored.split(' ').filter((name) => /^[A-Za-z][\w-]*$/.test(name))
}

/** Traces that somebody watches in this tab. */
const held = new Set<string>()

export function noteTrace(name: string): void {
  held.add(name)
  store([...notedTraces().filter((one) => one !== name), name])
}

/** Nobody watches it here any more; it may still be on the broker. */
export function letGoOfTrace(name: string): void {
  held.delete(name)
}

export function forgetTrace(name: string): void {
  letGoOfTrace(name)
  store(notedTraces().filter((one) => one !== name))
}

function store(names: readonly string[]): void {
  if (names.length === 0) localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, names.slice(-mostNames).join(' '))
}

interface Asked {
  readonly kind: 'whose' | 'mine'
  readonly name: string
}

function readAsked(data: unknown): Asked | undefined {
  if (typeof data !== 'object' || data === null || !('kind' in data) || !('name' in data)) return undefined
  const { kind, name } = data
  return (kind === 'whose' || kind === 'mine') && typeof name === 'string' ? { kind, name } : undefined
}

const channel =
  typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('brokerdeck-traces')
const claims = new Set<string>()

channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  const asked = readAsked(data)
  if (asked?.kind === 'mine') claims.add(asked.name)
  if (asked?.kind === 'whose' && held.has(asked.name))
    channel.postMessage({ kind: 'mine', name: asked.name } satisfies Asked)
})

/** The traces of this browser that no tab watches any more. */
export async function orphanedTraces(): Promise<readonly string[]> {
  const names = notedTraces().filter((name) => !held.has(name))
  if (names.length === 0) return []
  for (const name of names) {
    claims.delete(name)
    channel?.postMessage({ kind: 'whose', name } satisfies Asked)
  }
  await new Promise((resolve) => setTimeout(resolve, patienceMs))
  return names.filter((name) => !claims.has(name) && !held.has(name))
}
