import { useQueries } from '@tanstack/react-query'
import { getProblem } from '#api/errors.ts'
import { type RequestOptions, request } from '#api/http.ts'
import type { AskCluster } from '#compare/ask.ts'
import { type ComparedSide, compareKind, type KindResult } from '#compare/compare-kind.ts'
import type { Kind } from '#compare/compare-sides.ts'

/** As the page asks: this cluster, or another one that the options name. */
export function askCluster(options: RequestOptions = {}): AskCluster {
  return (endpoint, given) => request(endpoint, given, options)
}

/** What this cluster is compared with. */
export interface OtherSide extends ComparedSide {
  readonly key: string
  readonly name: string
  /** Its session has ended. */
  readonly onExpired?: () => void
}

export interface ComparedKind {
  readonly kind: Kind
  readonly result: KindResult | undefined
}

/** Each kind by itself: one that cannot be read leaves the others as they are. */
export function useComparison(side: OtherSide, kinds: readonly Kind[]) {
  const queries = useQueries({
    queries: kinds.map((kind) => ({
      queryKey: ['comparison', side.key, kind],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => compareHere(side, kind, signal),
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

async function compareHere(side: OtherSide, kind: Kind, signal: AbortSignal): Promise<KindResult> {
  const result = await compareKind(side, kind, { signal, ask: askCluster({ signal }) })
  const isThere = result.state === 'failed' && result.side === 'there'
  if (isThere && getProblem(result.error)?.kind === 'expired') side.onExpired?.()
  return result
}
