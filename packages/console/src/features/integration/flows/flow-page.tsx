import { rules } from '@brokerdeck/contract/integration/rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { describeError } from '#api/describe-problem.ts'
import { isGone } from '#api/errors.ts'
import { read } from '#api/query.ts'
import { Page } from '#kit/page/page.tsx'
import { integration } from '#routes/integration-routes.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { flows as m } from '../messages/flows.ts'
import { rules as words } from '../messages/rules.ts'

/** With the form and all that it knows: the frame of the page does not wait for it. */
const FlowEditor = lazy(async () => ({ default: (await import('./flow-editor.tsx')).FlowEditor }))

/** One rule as a flow. */
export function FlowPage() {
  const { ruleId = '' }: { ruleId?: string } = useParams({ strict: false })
  return (
    <Page title={ruleId} mono breadcrumbs={[{ to: integration.routes.flows.path, label: m.title }]}>
      <Asked key={ruleId} id={ruleId} />
    </Page>
  )
}

function Asked({ id }: { readonly id: string }) {
  const { data, error, refetch, isFetching } = useQuery(read(rules.get, { params: { id } }))
  if (error !== null && isGone(error))
    return <EmptyState title={words.absentTitle}>{words.absentText}</EmptyState>
  if (data === undefined && error !== null)
    return <ErrorState {...describeError(error)} onRetry={() => void refetch()} isRetrying={isFetching} />
  return (
    <Suspense fallback={<Skeleton height={240} />}>
      {data === undefined ? <Skeleton height={240} /> : <FlowEditor rule={data} />}
    </Suspense>
  )
}
