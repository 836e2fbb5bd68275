import type { Endpoint, RequestOf, ResponseOf } from '@brokerdeck/contract/endpoint.ts'
import {
  keepPreviousData,
  mutationOptions,
  type Query,
  QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import { isConnectionProblem, problemOf } from './errors.ts'
import { request } from './http.ts'
import { pollDelay } from './poll-delay.ts'

export interface ReadOptions {
  /** Asks again after so many seconds, while the tab is visible. */
  readonly pollSeconds?: number
  /** Shows the answer of the previous request (page, filter) until the new one is there. */
  readonly keepsPrevious?: boolean
  readonly timeoutMs?: number
}

/** Query options of an endpoint; the cache key comes from the endpoint. */
export function read<E extends Endpoint>(endpoint: E, given: RequestOf<E>, options: ReadOptions = {}) {
  const { pollSeconds, keepsPrevious, timeoutMs } = options
  return queryOptions({
    queryKey: [endpoint.path, given] as const,
    queryFn: ({ signal, client, queryKey }): Promise<ResponseOf<E>> =>
      request(endpoint, given, {
        signal,
        isSilent: client.getQueryState(queryKey)?.data !== undefined,
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
      }),
    ...(keepsPrevious ? { placeholderData: keepPreviousData } : {}),
    ...(pollSeconds === undefined ? {} : polling<ResponseOf<E>>(pollSeconds)),
  })
}

/** Asks again while the tab is visible, less often while no answer comes. */
export function polling<Data>(pollSeconds: number | ((known: Data | undefined) => number)) {
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

export interface WriteOptions {
  /** Everything that reads one of these endpoints is asked again afterwards, also after a refusal. */
  readonly refreshes: readonly Endpoint[]
  readonly timeoutMs?: number
}

/** Mutation options of an endpoint; the variables are its request. */
export function write<E extends Endpoint>(endpoint: E, { refreshes, timeoutMs }: WriteOptions) {
  return mutationOptions({
    mutationFn: (given: RequestOf<E>) =>
      request(endpoint, given, timeoutMs === undefined ? {} : { timeoutMs }),
    onSettled: (_data, _error, _given, _result, { client }) => {
      for (const { path } of refreshes) void client.invalidateQueries({ queryKey: [path] })
    },
  })
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
        retry: (failures, error) => failures < 1 && isConnectionProblem(problemOf(error)),
        retryDelay: 500,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}
