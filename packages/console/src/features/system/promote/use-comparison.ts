import { useQueries } from '@tanstack/react-query'
import { getProblem } from '#api/errors.ts'
import { type RequestOptions, request } from '#api/http.ts'
import type { AskCluster } from '#compare/ask.ts'
import { type ComparedSide, compareKind, type KindResult } from '#compare/compare-kind.ts'
import type { Kind } from '#compare/compare-sides.ts'

/** Returns a function that sends requests to this cluster, or to the cluster that the options name. */
export function askCluster(options: RequestOptions = {}): AskCluster {
  return (endpoint, given) => request(endpoint, given, options)
}

/** The cluster or file with which this cluster is compared. */
export interface OtherSide extends ComparedSide {
  readonly key: string
  readonly name: string
  /** Called when the session at the other cluster has ended. */
  readonly onExpired?: () => void
}

export interface ComparedKind {
  readonly kind: Kind
  readonly result: KindResult | undefined
}

/** Compares each kind separately, so a kind that cannot be read does not affect the other kinds. */
export function useComparison(side: OtherSide, kinds: readonly Kind[]) {
  const queries = useQueries({
    queries: kinds.map((kind) => ({
      queryKey: ['comparison', side.key, kind],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => compareHere(side, kind, signal),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
      // Structural sharing would take as long as the comparison itself.
      structuralSharing: false,
      // The query is refetched on request only, because the plan must not change in between.
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
