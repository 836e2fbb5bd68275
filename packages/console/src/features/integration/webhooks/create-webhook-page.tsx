import { lazy, Suspense } from 'react'
import { webhooks as m } from '#features/integration/webhooks/messages/webhooks.ts'
import { Page } from '#kit/page/page.tsx'
import { linkTo } from '#routes/routes.ts'
import { Skeleton } from '#ui/states.tsx'

const WebhookForm = lazy(async () => ({ default: (await import('./webhook-form.tsx')).WebhookForm }))

/** The page that creates a webhook: its connector, its action and its rule in one form. */
export function CreateWebhookPage() {
  return (
    <Page title={m.create} breadcrumbs={[{ to: linkTo('webhooks'), label: m.title }]}>
      <Suspense fallback={<Skeleton height={240} />}>
        <WebhookForm />
      </Suspense>
    </Page>
  )
}
