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
 * Returns the milliseconds until the next poll. While polls fail, the delay grows with the time since the last
 * response: a broker that returns is not requested by all consoles at once, and a short outage is noticed soon.
 */
export function pollDelay(intervalMs: number, failingSince: number | undefined, now: number): number {
  if (failingSince === undefined) return intervalMs
  // Without any earlier response, there is no age to measure.
  if (failingSince === 0) return intervalMs * 2
  return Math.max(intervalMs, Math.min(longestDelayMs, (now - failingSince) / 2))
}

/**
 * The polling interval in seconds, while the tab is visible. Infinity means that the data does not change by itself
 * in its current state.
 */
export type PollSeconds<Data> = number | ((known: Data | undefined) => number)

interface ReadOptions<Data> {
  readonly pollSeconds?: PollSeconds<Data>
  /** Shows the response of the previous request (page, filter) until the new response has arrived. */
  readonly keepsPrevious?: boolean
  readonly timeoutMs?: number
  /** Queues the request, so that many reads do not delay requests that the user waits for. */
  readonly inLine?: Line
}

/** Runs work when it reaches the front of the queue; work that is aborted while waiting leaves the queue. */
type Line = <T>(signal: AbortSignal, work: () => Promise<T>) => Promise<T>

/** Creates a queue that runs at most `atATime` tasks at a time, in the order in which they were added. */
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

/** Returns the query options of an endpoint; the cache key is derived from the endpoint. */
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

/** Returns query options that poll while the tab is visible, less often while there is no response. */
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

/**
 * Returns the mutation options of an endpoint; the variables are its request. The refreshed queries are declared at
 * the endpoint.
 */
export function write<E extends Endpoint>(
  endpoint: E,
  options: Pick<RequestOptions, 'timeoutMs' | 'isSilent'> = {},
) {
  return mutationOptions({ mutationFn: (given: RequestOf<E>) => request(endpoint, given, options) })
}

/** The refreshes in progress since a write; code that needs the new state awaits these promises. */
const refreshing = new Set<Promise<unknown>>()

/** Refetches the queries that a write has changed, wherever it was sent from. Returns a function that stops this. */
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

/** Resolves when the refreshes after all writes have finished. */
export async function whenRefreshed(): Promise<void> {
  await Promise.all(refreshing)
}

/** Refetches data that changed without a write of this console: all data of the broker, or that of some endpoints. */
export async function askAgain(client: QueryClient, endpoints?: readonly Endpoint[]): Promise<void> {
  const paths = endpoints && new Set<unknown>(endpoints.map(({ path }) => path))
  await client.invalidateQueries({
    predicate: ({ queryKey: [path], meta }) => (paths ? paths.has(path) : meta?.['isLasting'] !== true),
  })
}

/**
 * Shares the equal parts of two responses. A response with unreadable rows is not copied, because these rows are
 * stored for the response itself.
 */
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
        // The browser's online state says nothing about a broker on the same network.
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
 * Returns the reason why the current user may not change anything; undefined if the user may. The broker refuses
 * every write of the role viewer with 403 `UNAUTHORIZED_ROLE`, the console server every write when it is read-only.
 */
export function whyNoWrite(): string | undefined {
  if (consoleConfig().readOnly) return m.readOnly
  return currentSession()?.role === 'viewer' ? m.viewer : undefined
}

/** Returns the reason why the operator of this console has disabled a feature for all users. */
export function whyClosed(what: Restriction): string | undefined {
  return consoleConfig().closed?.includes(what) ? closed[what] : undefined
}

/** Returns the reason why the user cannot publish, or send to devices in another way. */
export function whyNoPublish(): string | undefined {
  return whyClosed('publish') ?? whyNoWrite()
}

/** Returns the reason why secrets are hidden from the current user, even if the broker sends them to every user. */
export function whyNoSecrets(): string | undefined {
  return currentSession()?.role === 'viewer' ? m.secretsForAdministrators : undefined
}
