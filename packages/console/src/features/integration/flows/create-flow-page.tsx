import { lazy, Suspense } from 'react'
import { flowEditor as m } from '#features/integration/flows/messages/flow-editor.ts'
import { flows } from '#features/integration/flows/messages/flows.ts'
import { Page } from '#kit/page/page.tsx'
import { linkTo } from '#routes/routes.ts'
import { Skeleton } from '#ui/states.tsx'

const FlowEditor = lazy(async () => ({ default: (await import('./flow-editor.tsx')).FlowEditor }))

/** The page that creates a flow from scratch. */
export function CreateFlowPage() {
  return (
    <Page title={m.createTitle} breadcrumbs={[{ to: linkTo('flows'), label: flows.title }]}>
      <Suspense fallback={<Skeleton height={240} />}>
        <FlowEditor />
      </Suspense>
    </Page>
  )
}
