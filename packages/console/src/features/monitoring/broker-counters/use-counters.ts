import { metrics } from '@brokerdeck/contract/monitoring/metrics.ts'
import type { NamedNumbers } from '@brokerdeck/contract/monitoring/per-node.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { read } from '#api/query.ts'
import { type Counters, sumCounters } from './read-metrics.ts'

const pollSeconds = 10

interface Baseline {
  readonly scope: string | undefined
  readonly values: NamedNumbers
  readonly since: number
}

/**
 * The counters of the cluster or a node, and what was added since the page was opened or counting began anew.
 * The cluster is asked node by node and summed here: that way the answer tells whose counters are in the sum.
 */
export function useCounters(node: string | undefined) {
  const query = useQuery(
    read(
      metrics.list,
      { query: { aggregate: false, ...(node === undefined ? {} : { node }) } },
      { pollSeconds },
    ),
  )
  const { data, dataUpdatedAt } = query
  const counters = useMemo(
    (): Counters | undefined => data && sumCounters(Array.isArray(data) ? data : []),
    [data],
  )
  const [baseline, setBaseline] = useState<Baseline>()
  const isOfScope = baseline !== undefined && baseline.scope === node
  const startCounting = () =>
    counters && setBaseline({ scope: node, values: counters.values, since: dataUpdatedAt })
  // The first answer of a scope is what its additions are counted from.
  if (counters && !isOfScope) startCounting()
  return { query, counters, baseline: isOfScope ? baseline : undefined, startCounting }
}
