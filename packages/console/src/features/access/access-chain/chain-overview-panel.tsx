import { describeError } from '#api/describe-problem.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { ChainItem, ChainMember } from './chain.ts'
import { ChainMetrics } from './chain-metrics.tsx'

/** What it was asked and what it said. */
export function ChainOverviewPanel<Item extends ChainItem, Count extends string>({
  chain,
  item,
}: ChainMember<Item, Count>) {
  const { data, dataUpdatedAt, error, refetch, isFetching } = chain.useStatus(item)
  if (data !== undefined) return <ChainMetrics status={data} readAt={dataUpdatedAt} counts={chain.counts} />
  if (error === null) return <Skeleton />
  return <ErrorState {...describeError(error)} onRetry={() => void refetch()} isRetrying={isFetching} />
}
