import { useQueries } from '@tanstack/react-query'
import { problemOf } from '#api/errors.ts'
import { type Comparable, type Compared, compareSides, type Kind } from './compare-sides.ts'
import { readKind } from './read-side.ts'

/** What this cluster is compared with. */
export interface OtherSide {
  readonly key: string
  readonly name: string
  /** It says only what was changed. */
  readonly isPart: boolean
  readonly read: (kind: Kind, signal: AbortSignal) => Promise<CompareWith>
  /** Its session has ended. */
  readonly onExpired?: () => void
}

/** What this cluster and the other side have of a kind; undefined where that does not speak of it. */
type CompareWith = (here: readonly Comparable[]) => Promise<readonly Compared[] | undefined>

export type KindResult =
  | { readonly state: 'compared'; readonly all: readonly Compared[] }
  /** The other side does not speak of the kind; all are only here. */
  | { readonly state: 'silent'; readonly all: readonly Compared[] }
  | { readonly state: 'failed'; readonly side: 'here' | 'there'; readonly error: unknown }

export interface ComparedKind {
  readonly kind: Kind
  readonly result: KindResult | undefined
}

/** Each kind by itself: one that cannot be read leaves the others as they are. */
export function useComparison(side: OtherSide, kinds: readonly Kind[]) {
  const queries = useQueries({
    queries: kinds.map((kind) => ({
      queryKey: ['comparison', side.key, kind],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => compareKind(side, kind, signal),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
      // To look for what stayed the same would take as long as to compare it.
      structuralSharing: false,
      // Asked again when somebody wants it: what is planned by it must not change meanwhile.
      meta: { isLasting: true },
    })),
  })
  return {
    kinds: kinds.map((kind, at): ComparedKind => ({ kind, result: queries[at]?.data })),
    isPending: queries.some(({ isPending }) => isPending),
    isFetching: queries.some(({ isFetching }) => isFetching),
    refetch: () => Promise.all(queries.map(({ refetch }) => refetch())),
  }
}

async function compareKind(side: OtherSide, kind: Kind, signal: AbortSignal): Promise<KindResult> {
  const failed = (which: 'here' | 'there') => (error: unknown) => {
    if (signal.aborted) throw error
    if (which === 'there' && problemOf(error)?.kind === 'expired') side.onExpired?.()
    return { state: 'failed', side: which, error } as const
  }
  const compare = await side.read(kind, signal).catch(failed('there'))
  if ('state' in compare) return compare
  const here = await readKind(kind, { signal }).catch(failed('here'))
  if ('state' in here) return here
  // What is nested deeper than anybody nests exhausts the stack.
  const all = await compare(here).catch(failed('there'))
  if (all === undefined) return { state: 'silent', all: compareSides(here, []) }
  if ('state' in all) return all
  // Roots that a file leaves out stay as they are, as fields do.
  return {
    state: 'compared',
    all: side.isPart && kind === 'settings' ? all.filter(({ there: said }) => said !== undefined) : all,
  }
}
