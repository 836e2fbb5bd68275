import { useEffect, useState } from 'react'

export interface Sampled {
  /** The time of the response in epoch milliseconds; undefined until there is a response. */
  readonly sampledAt: number | undefined
  /** True if the data is older than two polls; every place that shows the figure has to mark it. */
  readonly isStale: boolean
}

/** Returns the time of a query's data: `useSampledAt(useQuery(read(…, { pollSeconds: 5 })), 5)` */
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
