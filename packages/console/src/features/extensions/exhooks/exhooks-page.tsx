import { exhooks as m } from '#features/extensions/messages/exhooks.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { ManagedListPage } from '#resource/managed-list-page.tsx'
import { linkTo } from '#routes/routes.ts'
import { exhookResource } from './exhooks.tsx'

/** Lists the hook servers that the broker calls on events, in their order. */
export function ExhooksPage() {
  return (
    <ManagedListPage
      resource={exhookResource}
      create={{ label: m.create, to: linkTo('createExhook') }}
      summary={({ count = 0 }) => (count === 0 ? undefined : m.summary(count, formatNumber(count)))}
    />
  )
}
