import { canAddress } from '@brokerdeck/contract/endpoint.ts'
import { hasNextPage, type PageMeta } from '@brokerdeck/contract/paging.ts'
import { runBulk } from '#lib/run-bulk.ts'

/** What is kept under a name: something, nothing, or it was not read. */
export type Lookup<Entry> = (name: string) => Entry | 'none' | 'unread'

export const emptyLookup = (): 'none' => 'none'

interface LookupReads<Entry> {
  /** The names that will be asked for. */
  readonly wanted: ReadonlySet<string>
  readonly page: (page: number) => Promise<{ readonly data: readonly Entry[]; readonly meta: PageMeta }>
  readonly one: (name: string) => Promise<Entry | undefined>
  readonly nameOf: (entry: Entry) => string
  readonly signal: AbortSignal
}

const mostPages = 5
const mostAsked = 200

/** From the list while that is short; of a long one the names that are missing are asked for one by one, so many. */
export async function readLookup<Entry>(reads: LookupReads<Entry>): Promise<Lookup<Entry>> {
  const { wanted, nameOf, signal } = reads
  const found = new Map<string, Entry | 'none'>()
  const isMissing = () => [...wanted].some((name) => !found.has(name))
  let isAll = wanted.size === 0
  for (let page = 1; page <= mostPages && !isAll && isMissing(); page += 1) {
    const { data, meta } = await reads.page(page)
    for (const entry of data) if (wanted.has(nameOf(entry))) found.set(nameOf(entry), entry)
    isAll = !hasNextPage(meta)
  }
  if (isAll) return (name) => found.get(name) ?? 'none'
  const items = [...wanted].filter((name) => !found.has(name) && canAddress(name)).slice(0, mostAsked)
  const { failed } = await runBulk({
    items,
    run: async (name) => found.set(name, (await reads.one(name)) ?? 'none'),
    signal,
  })
  const [failure] = failed
  if (failure !== undefined) throw failure.error
  return (name) => found.get(name) ?? 'unread'
}
