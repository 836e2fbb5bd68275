import { lazy } from 'react'
import { usePageParams } from '#kit/page/link.tsx'
import { ManagedItemPage } from '#resource/managed-item-page.tsx'
import { webhookResource } from './webhooks.tsx'

const WebhookForm = lazy(async () => ({ default: (await import('./webhook-form.tsx')).WebhookForm }))
const WebhookRule = lazy(async () => ({ default: (await import('./webhook-rule.tsx')).WebhookRule }))

/** The page of a webhook: the outcome of its messages, what its rule matched, and its settings. */
export function WebhookPage() {
  const { name } = usePageParams('webhook')
  return (
    <ManagedItemPage
      key={name}
      resource={webhookResource}
      id={name}
      content={{
        rule: (webhook) => <WebhookRule webhook={webhook} />,
        settings: (webhook) => <WebhookForm key={webhook.id} webhook={webhook} />,
      }}
    />
  )
}
