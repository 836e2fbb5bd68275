import { rules } from '@brokerdeck/contract/integration/rules.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { describeError, isGone } from '#api/errors.ts'
import { read } from '#api/query.ts'
import { flows as m } from '#features/integration/flows/messages/flows.ts'
import { rules as words } from '#features/integration/rules/messages/rules.ts'
import { usePageParams } from '#kit/page/link.tsx'
import { Page } from '#kit/page/page.tsx'
import { linkTo } from '#routes/routes.ts'
import { EmptyState, ErrorState, Skeleton } from '#ui/states.tsx'

/** Loaded lazily with the form and everything it needs, so that the frame of the page does not wait for it. */
const FlowEditor = lazy(async () => ({ default: (await import('./flow-editor.tsx')).FlowEditor }))

/** The page that shows one rule as a flow. */
export function FlowPage() {
  const { ruleId } = usePageParams('flow')
  return (
    <Page title={ruleId} mono breadcrumbs={[{ to: linkTo('flows'), label: m.title }]}>
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
