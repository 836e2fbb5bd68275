import type { Endpoint, Resource } from '@brokerdeck/contract/endpoint.ts'
import type { CallerContext } from './caller.ts'

interface Received {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

interface Answer {
  readonly status: number
  readonly body?: unknown
}

/**
 * A handler, declared as a method so that the handlers of all endpoints fit: what they receive has been parsed by its
 * schema.
 */
export type AnyHandler = {
  handle(received: Received, call: CallerContext): Answer | Promise<Answer>
}['handle']

export interface Route {
  readonly endpoint: Endpoint
  readonly handler: AnyHandler
  /** The parts of the broker that the handler receives beside the caller. */
  readonly pieces: object
}

export type Match =
  | { readonly kind: 'route'; readonly route: Route; readonly params: Readonly<Record<string, string>> }
  | { readonly kind: 'wrong-method'; readonly allow: string }
  | { readonly kind: 'not-offered' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'malformed' }

interface PathEntry {
  readonly segments: readonly string[]
  readonly methods: Map<string, Route>
}

/**
 * Finds the endpoint of a method and a raw path. Fastify's own router is not used below `/api/v5`: it decodes before
 * it splits, limits the length of a parameter (client ids may have 64 KB), and answers 404 where the broker answers
 * 405.
 */
export class EndpointTable {
  readonly #paths = new Map<string, PathEntry>()
  readonly #notOffered: readonly string[]

  constructor(notOffered: readonly string[]) {
    this.#notOffered = notOffered
  }

  mount(endpoints: Resource, handlers: Readonly<Record<string, AnyHandler>>, pieces: object): void {
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const handler = handlers[name]
      if (handler === undefined) throw new Error(`no handler for ${name}`)
      const shape = endpoint.path.replaceAll(/:\w+/g, ':')
      const entry = this.#paths.get(shape) ?? {
        segments: endpoint.path.slice(1).split('/'),
        methods: new Map(),
      }
      this.#paths.set(shape, entry)
      entry.methods.set(endpoint.method, { endpoint, handler, pieces })
    }
  }

  routes(): Route[] {
    return [...this.#paths.values()].flatMap((entry) => [...entry.methods.values()])
  }

  /**
   * Matches a request; `path` is the path as it stands in the request, still encoded, without the query:
   * `/clients/a%2Fb`.
   */
  match(method: string, path: string): Match {
    const segments = decodeSegments(path)
    if (segments === undefined) return { kind: 'malformed' }
    const entry = this.#find(segments)
    if (entry === undefined) return { kind: this.#isNotOffered(segments) ? 'not-offered' : 'unknown' }
    const route = entry.methods.get(method)
    if (route === undefined)
      return { kind: 'wrong-method', allow: [...entry.methods.keys()].sort().join(', ') }
    const params: Record<string, string> = {}
    for (const [at, segment] of pathSegments(route.endpoint)) {
      if (segment.startsWith(':')) params[segment.slice(1)] = segments[at] ?? ''
    }
    return { kind: 'route', route, params }
  }

  /** A literal segment wins over a parameter: `/clients/kickout/bulk` is not a client. */
  #find(segments: readonly string[]): PathEntry | undefined {
    let best: PathEntry | undefined
    for (const entry of this.#paths.values()) {
      if (!fits(entry.segments, segments)) continue
      if (best === undefined || literalCount(entry) > literalCount(best)) best = entry
    }
    return best
  }

  #isNotOffered(segments: readonly string[]): boolean {
    const path = `/${segments.join('/')}`
    return this.#notOffered.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))
  }
}

const pathSegments = (endpoint: Endpoint) => endpoint.path.slice(1).split('/').entries()

const literalCount = (entry: PathEntry) => entry.segments.filter((segment) => !segment.startsWith(':')).length

function fits(pattern: readonly string[], segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, at) => (part.startsWith(':') ? segments[at] !== '' : part === segments[at]))
  )
}

function decodeSegments(path: string): readonly string[] | undefined {
  const segments = path.slice(1).split('/')
  if (segments.length > 1 && segments.at(-1) === '') segments.pop()
  try {
    return segments.map(decodeURIComponent)
  } catch {
    return undefined
  }
}
