import { useEffect, useState } from 'react'

export interface Sampled {
  /** Milliseconds since the epoch, or undefined while there is no answer yet. */
  readonly sampledAt: number | undefined
  /** Older than two polls: to be marked as such wherever the figure is shown. */
  readonly isStale: boolean
}

/** `useSampledAt(useQuery(read(…, { pollSeconds: 5 })), 5)` */
export function useSampledAt(query: { readonly dataUpdatedAt: number }, pollSeconds: number): Sampled {
  const { dataUpdatedAt } = query
  const staleAt = dataUpdatedAt + 2 * pollSeconds * 1000
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (dataUpdatedAt === 0) return
    const timer = setTimeout(() => setNow(Date.now()), Math.max(0, staleAt - Date.now()) + 20)
    return () => clearTimeout(timer)
  }, [dataUpdatedAt, staleAt])
  return dataUpdatedAt === 0
    ? { sampledAt: undefined, isStale: false }
    : { sampledAt: dataUpdatedAt, isStale: now > staleAt }
}
