import type { Restriction } from '@brokerdeck/contract/console-server.ts'
import type { Endpoint, RequestOf, ResponseOf } from '@brokerdeck/contract/endpoint.ts'
import {
  keepPreviousData,
  mutationOptions,
  type Query,
  QueryClient,
  queryOptions,
  replaceEqualDeep,
} from '@tanstack/react-query'
import { consoleConfig } from '#lib/console-config.ts'
import { onWritten } from './connection.ts'
import { getProblem, isConnectionProblem, unreadableRowsIn } from './errors.ts'
import { type RequestOptions, request } from './http.ts'
import { closed, permission as m } from './messages.ts'
import { currentSession } from './session.ts'

const longestDelayMs = 60_000

/**
 * Milliseconds until the next poll. While polls fail the delay grows with the time that has passed since the last
 * answer, so a broker that comes back is not met by every console at once, and one that blinks is noticed soon.
 */
export function pollDelay(intervalMs: number, failingSince: number | undefined, now: number): number {
  if (failingSince === undefined) return intervalMs
  // Never answered at all: there is no age to measure.
  if (failingSince === 0) return intervalMs * 2
  return Math.max(intervalMs, Math.min(longestDelayMs, (now - failingSince) / 2))
}

/** Asks again after so many seconds, while the tab is visible. Infinity: as long as what is known is so, nothing changes by itself. */
export type PollSeconds<Data> = number | ((known: Data | undefined) => number)

interface ReadOptions<Data> {
  readonly pollSeconds?: PollSeconds<Data>
  /** Shows the answer of the previous request (page, filter) until the new one is there. */
  readonly keepsPrevious?: boolean
  readonly timeoutMs?: number
  /** Waits for its turn, so that many reads do not hold up what somebody waits for. */
  readonly inLine?: Line
}

/** Runs some work when its turn has come; what is aborted while it waits leaves the line. */
type Line = <T>(signal: AbortSignal, work: () => Promise<T>) => Promise<T>

/** At most so many at a time, in the order in which they came. */
export function createLine(atATime: number): Line {
  let running = 0
  const waiting = new Set<() => void>()
  const admit = () => {
    for (const enter of waiting) {
      if (running >= atATime) return
      waiting.delete(enter)
      running += 1
      enter()
    }
  }
  return async (signal, work) => {
    await new Promise<void>((resolve, reject) => {
      const enter = () => resolve()
      waiting.add(enter)
      signal.addEventListener('abort', () => waiting.delete(enter) && reject(signal.reason))
      admit()
    })
    try {
      return await work()
    } finally {
      running -= 1
      admit()
    }
  }
}

const atOnce: Line = (_, work) => work()

/** Query options of an endpoint; the cache key comes from the endpoint. */
export function read<E extends Endpoint>(
  endpoint: E,
  given: RequestOf<E>,
  options: ReadOptions<ResponseOf<E>> = {},
) {
  const { pollSeconds, keepsPrevious, timeoutMs, inLine = atOnce } = options
  return queryOptions({
    queryKey: [endpoint.path, given] as const,
    queryFn: ({ signal, client, queryKey }): Promise<ResponseOf<E>> =>
      inLine(signal, () =>
        request(endpoint, given, {
          signal,
          isSilent: client.getQueryState(queryKey)?.data !== undefined,
          ...(timeoutMs === undefined ? {} : { timeoutMs }),
        }),
      ),
    ...(keepsPrevious ? { placeholderData: keepPreviousData } : {}),
    ...(pollSeconds === undefined ? {} : polling<ResponseOf<E>>(pollSeconds)),
  })
}

/** Asks again while the tab is visible, less often while no answer comes. */
export function polling<Data>(pollSeconds: PollSeconds<Data>) {
  return {
    refetchInterval: ({ state }: Query<Data>) =>
      pollDelay(
        (typeof pollSeconds === 'number' ? pollSeconds : pollSeconds(state.data)) * 1000,
        state.status === 'error' ? state.dataUpdatedAt : undefined,
        Date.now(),
      ),
    refetchOnWindowFocus: true,
    refetchOnReconnect: true,
  }
}

/** Mutation options of an endpoint; the variables are its request. What it refreshes stands at the endpoint. */
export function write<E extends Endpoint>(
  endpoint: E,
  options: Pick<RequestOptions, 'timeoutMs' | 'isSilent'> = {},
) {
  return mutationOptions({ mutationFn: (given: RequestOf<E>) => request(endpoint, given, options) })
}

/** Under way since something was written; what waits for the new state waits for these. */
const refreshing = new Set<Promise<unknown>>()

/** Asks again what a write has changed, wherever it was sent from. Returns how to stop. */
export function refreshAfterWrites(client: QueryClient): () => void {
  return onWritten((refreshes) => {
    const asked =
      refreshes === 'everything'
        ? askAgain(client)
        : Promise.all(refreshes.map((path) => client.invalidateQueries({ queryKey: [path] })))
    refreshing.add(asked)
    void asked.finally(() => refreshing.delete(asked))
  })
}

/** Resolves when what has been written is seen. */
export async function whenRefreshed(): Promise<void> {
  await Promise.all(refreshing)
}

/** For what has changed without a write of this console: all that a broker has told, or some of it. */
export async function askAgain(client: QueryClient, endpoints?: readonly Endpoint[]): Promise<void> {
  const paths = endpoints && new Set<unknown>(endpoints.map(({ path }) => path))
  await client.invalidateQueries({
    predicate: ({ queryKey: [path], meta }) => (paths ? paths.has(path) : meta?.['isLasting'] !== true),
  })
}

/** Keeps what is the same in two answers, but an answer with odd rows is itself: a copy would not know of them. */
function shareStructure(previous: unknown, next: unknown): unknown {
  const isOdd = [previous, next].some((answer) => unreadableRowsIn(answer) !== undefined)
  return isOdd ? next : replaceEqualDeep(previous, next)
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 1_000,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchIntervalInBackground: false,
        // Whether the browser believes to be online says nothing about a broker on the same network.
        networkMode: 'always',
        structuralSharing: shareStructure,
        retry: (failures, error) => failures < 1 && isConnectionProblem(getProblem(error)),
        retryDelay: 500,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}

/**
 * Why whoever is signed in may not change anything; undefined if he may. The broker refuses every write of the role
 * viewer with 403 `UNAUTHORIZED_ROLE`, our server every write when it is read-only.
 */
export function whyNoWrite(): string | undefined {
  if (consoleConfig().readOnly) return m.readOnly
  return currentSession()?.role === 'viewer' ? m.viewer : undefined
}

/** Why something is closed to everybody here: whoever started the console closed it. */
export function whyClosed(what: Restriction): string | undefined {
  return consoleConfig().closed?.includes(what) ? closed[what] : undefined
}

/** Why nothing can be published, or sent to devices in another way. */
export function whyNoPublish(): string | undefined {
  return whyClosed('publish') ?? whyNoWrite()
}

/** Why whoever is signed in is not shown secrets, also where a broker sends them to everybody. */
export function whyNoSecrets(): string | undefined {
  return currentSession()?.role === 'viewer' ? m.secretsForAdministrators : undefined
}
