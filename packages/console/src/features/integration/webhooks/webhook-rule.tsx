import { useState } from 'react'
import { describeError } from '#api/errors.ts'
import { ruleResource } from '#features/integration/rules/list/rules.tsx'
import { createMetricsHistory } from '#resource/metrics-history.ts'
import { MetricsPanel } from '#resource/metrics-panel.tsx'
import { ErrorState, Skeleton } from '#ui/states.tsx'
import type { Webhook } from './webhook-trio.ts'

type Rule = NonNullable<Webhook['rule']>

/** Shows what the rule of a webhook matched and handed on, in the cluster and on each node. */
export function WebhookRule({ webhook: { rule } }: { readonly webhook: Webhook }) {
  return rule === undefined ? null : <RuleMetrics rule={rule} />
}

function RuleMetrics({ rule }: { readonly rule: Rule }) {
  const { status, metrics } = ruleResource
  const [history] = useState(() => createMetricsHistory())
  const answer = status?.read.useOne(rule, 5)
  if (answer === undefined || metrics === undefined) return null
  const { data, dataUpdatedAt, error, refetch, isFetching } = answer
  if (data?.metrics === undefined)
    return error === null ? (
      <Skeleton height={240} />
    ) : (
      <ErrorState {...describeError(error)} onRetry={() => void refetch()} isRetrying={isFetching} />
    )
  return (
    <MetricsPanel
      figures={data}
      readAt={dataUpdatedAt}
      counters={metrics.counters}
      rateDefinition={metrics.rateDefinition}
      samples={history.add({ at: dataUpdatedAt, counts: data.metrics.cluster })}
      actions={undefined}
    />
  )
}
