import type { Endpoint, QueryKey, RequestOf, ResponseOf } from '@brokerdeck/contract/endpoint.ts'
import type { PageMeta } from '@brokerdeck/contract/paging.ts'
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { unlessGone } from '#api/errors.ts'
import { request } from '#api/http.ts'
import { createLine, type PollSeconds, read } from '#api/query.ts'
import type { TableQuery } from '#kit/table/column.ts'
import type { Filter, FilterValues } from '#kit/table/filters/filter.ts'
import { allPages, tableQuery } from '#resource/broker-list/table-query.ts'

/** A response of the broker, as far as a page shows it. */
export interface Answer<Data> {
  readonly data: Data | undefined
  /** The time of the response, in epoch milliseconds; 0 until there is a response. */
  readonly dataUpdatedAt: number
  readonly error: unknown
  readonly refetch: () => unknown
  readonly isFetching: boolean
}

/** A value that is read for each item. */
export interface ReadOfEach<Item, Data> {
  readonly useOne: (item: Item, pollSeconds?: number) => Answer<Data>
  readonly useMany: (items: readonly Item[], pollSeconds?: number) => readonly (Data | undefined)[]
  /** Reads the value once, for an export; resolves to undefined if the item no longer exists. */
  readonly ask: (item: Item, signal: AbortSignal) => Promise<Data | undefined>
}

const toPolling = <Data>(pollSeconds: PollSeconds<Data> | undefined) =>
  pollSeconds === undefined ? {} : { pollSeconds }

/** Sends a request to an endpoint for each item. */
export function queryPerItem<E extends Endpoint, Item, Data>(
  endpoint: E,
  given: (item: Item) => RequestOf<E>,
  of: (answer: ResponseOf<E>, item: Item) => Data,
  { atATime }: { readonly atATime?: number } = {},
): ReadOfEach<Item, Data> {
  const line = atATime === undefined ? {} : { inLine: createLine(atATime) }
  return {
    useOne: (item, pollSeconds) =>
      useQuery({
        ...read(endpoint, given(item), { ...toPolling(pollSeconds), ...line }),
        select: (answer: ResponseOf<E>) => of(answer, item),
      }),
    useMany: (items, pollSeconds) => {
      const client = useQueryClient()
      const queries = items.map((item) => read(endpoint, given(item), { ...toPolling(pollSeconds), ...line }))
      useQueries({ queries })
      return items.map((item, at) => {
        const { queryKey } = queries[at] ?? read(endpoint, given(item))
        const answer = client.getQueryData(queryKey)
        return answer === undefined ? undefined : of(answer, item)
      })
    },
    ask: async (item, signal) => {
      const answer = await unlessGone(request(endpoint, given(item), { signal, isSilent: true }))
      return answer === undefined ? undefined : of(answer, item)
    },
  }
}

/** Requests the item that the URL names; `given` returns undefined for an impossible name. */
export function readOne<E extends Endpoint, Item>(
  endpoint: E,
  given: (id: string) => RequestOf<E> | undefined,
  of: (answer: ResponseOf<E>, id: string) => Item | undefined,
  { pollSeconds }: { readonly pollSeconds?: PollSeconds<ResponseOf<E>> } = {},
): ReadById<Item> {
  return (id) => {
    const asked = given(id)
    if (asked === undefined) return undefined
    const query = read(endpoint, asked, toPolling(pollSeconds))
    return () => useQuery({ ...query, select: (answer: ResponseOf<E>) => of(answer, id) })
  }
}

/** Returns undefined for an impossible name. */
export type ReadById<Item> = (id: string) => (() => Answer<Item>) | undefined

const nothing = {
  data: undefined,
  dataUpdatedAt: 0,
  error: null,
  refetch: () => undefined,
  isFetching: false,
} as const

/** Returns a value that is part of the listed item. */
export function fromListItem<Item, Data>(of: (item: Item) => Data): ReadOfEach<Item, Data> {
  return {
    useOne: (item) => ({ ...nothing, data: of(item) }),
    useMany: (items) => useMemo(() => items.map(of), [items]),
    ask: (item) => Promise.resolve(of(item)),
  }
}

/** A list as the pages of the console read it. */
export interface ManagedList<Item, Key extends string = string> {
  readonly filters: readonly Filter<Key>[]
  /** True if the broker supports only one filter at a time: a new filter then replaces the previous one. */
  readonly isOneFilter: boolean
  readonly useItems: (place: ListPosition, values: FilterValues) => ListedItems<Item>
  readonly isPaged: boolean
  /** Yields all items, beyond the displayed page. */
  readonly all?: (values: FilterValues, signal: AbortSignal) => AsyncGenerator<readonly Item[]>
}

export interface ListedItems<Item> {
  readonly query: TableQuery<Item>
  /** The paging information of a paged list. */
  readonly meta?: PageMeta | undefined
  /** All items before filtering in the browser; undefined until they are loaded. */
  readonly items: readonly Item[] | undefined
  /** The number of all items, if the broker counts them and no filter is set. */
  readonly count: number | undefined
}

interface ListPosition {
  readonly page: number
  readonly limit: number
}

interface Sought<Item, Key extends string> {
  /** The filters that are applied in the browser and kept in the URL. */
  readonly filters?: readonly Filter<Key>[]
  readonly matches?: (item: Item, values: FilterValues) => boolean
}

interface WholeList<E extends Endpoint, Item, Key extends string> extends Sought<Item, Key> {
  readonly pollSeconds?: PollSeconds<ResponseOf<E>>
}

/** Creates a list from an endpoint that returns all items at once. */
export function wholeList<E extends Endpoint, Item, const Key extends string = never>(
  endpoint: E,
  given: RequestOf<E>,
  itemsOf: (answer: ResponseOf<E>) => readonly Item[],
  { pollSeconds, ...sought }: WholeList<E, Item, Key> = {},
): ManagedList<Item, Key> {
  return makeManagedList(() => useQuery(read(endpoint, given, toPolling(pollSeconds))), itemsOf, sought)
}

/** Creates a list from any hook that returns all items at once. */
export function makeManagedList<Data, Item, const Key extends string = never>(
  useAnswer: () => Parameters<typeof tableQuery<Data, Item>>[0],
  itemsOf: (answer: Data) => readonly Item[],
  { filters = [], matches = () => true }: Sought<Item, Key> = {},
): ManagedList<Item, Key> {
  return {
    filters,
    isOneFilter: false,
    isPaged: false,
    useItems: (_, values) => {
      const result = useAnswer()
      const { data } = result
      const items = useMemo(() => (data === undefined ? undefined : itemsOf(data)), [data])
      const sought = useMemo(() => items?.filter((item) => matches(item, values)), [items, values])
      return {
        query: tableQuery(result, () => sought ?? []),
        items,
        count: items?.length,
      }
    },
  }
}

type PagedItems<Item, Key extends string> = ManagedList<Item, Key> & Required<Pick<ManagedList<Item>, 'all'>>

interface PagedList<Key extends string> {
  /** A filter that the endpoint does not support is a type error. */
  readonly filters?: readonly Filter<Key>[]
  readonly isOneFilter?: boolean
  readonly pollSeconds?: number
}

/** Creates a list from an endpoint that returns pages. */
export function createPagedList<E extends Endpoint, Item, const Key extends QueryKey<E> = never>(
  endpoint: E,
  given: (place: ListPosition, values: FilterValues) => RequestOf<E>,
  pageOf: (answer: ResponseOf<E>) => { readonly data: readonly Item[]; readonly meta: PageMeta },
  { filters = [], isOneFilter = false, pollSeconds }: PagedList<Key> = {},
): PagedItems<Item, Key> {
  return {
    filters,
    isOneFilter,
    isPaged: true,
    useItems: (place, values) => {
      const result = useQuery(
        read(endpoint, given(place, values), { keepsPrevious: true, ...toPolling(pollSeconds) }),
      )
      const page = result.data === undefined ? undefined : pageOf(result.data)
      return {
        query: tableQuery(result, () => page?.data ?? []),
        meta: page?.meta,
        items: page?.data,
        count: Object.keys(values).length > 0 ? undefined : page?.meta.count,
      }
    },
    all: (values, signal) =>
      allPages(async ({ page, limit }) =>
        pageOf(await request(endpoint, given({ page, limit }, values), { signal })),
      ),
  }
}
