import { action } from '#acting/action.tsx'
import { whyNoWrite } from '#api/query.ts'
import { webhooks as m, webhookMissing as missing } from '#features/integration/webhooks/messages/webhooks.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { formatList } from '#i18n/sentences.ts'
import { useGo } from '#kit/page/link.tsx'
import { DataTable } from '#kit/table/data-table.tsx'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { ManagedListPage } from '#resource/managed-list-page.tsx'
import { linkTo } from '#routes/routes.ts'
import { Panel } from '#ui/panel.tsx'
import {
  listMissingWebhookParts,
  removeWebhook,
  toWebhookName,
  useWebhooks,
  type Webhook,
} from './webhook-trio.ts'
import { webhookResource } from './webhooks.tsx'
import classes from './webhooks-page.module.css'

/** The page of the webhooks, with incomplete webhooks listed separately. */
export function WebhooksPage() {
  return (
    <ManagedListPage
      resource={webhookResource}
      create={{ label: m.create, to: linkTo('createWebhook') }}
      summary={({ count }) => count !== undefined && m.summary(count, formatNumber(count))}
    >
      <Incomplete />
    </ManagedListPage>
  )
}

const removeRest = action<Webhook>(removeWebhook, {
  takesAway: true,
  ask: (one) => ({
    title: m.removeRestTitle(toWebhookName(one)),
    body: <p>{m.removeRestBody}</p>,
    action: m.removeRest,
    interrupts: 'nothing',
    danger: true,
  }),
  successMessage: (one) => m.restRemoved(toWebhookName(one)),
})

/** Lists objects that have the name of a webhook but lack a part, and therefore send nothing. */
function Incomplete() {
  const { data = [], isFetching, refetch } = useWebhooks()
  const go = useGo()
  const rows = data.filter((one) => listMissingWebhookParts(one).length > 0)
  if (rows.length === 0) return null
  return (
    <Panel title={m.incompleteTitle} caption={m.incompleteText} className={classes['incomplete']}>
      <DataTable
        label={m.incompleteTitle}
        rowKey={({ id }) => id}
        rowLabel={toWebhookName}
        query={{ rows, isPending: false, isFetching, refetch }}
        columns={[
          verbatimColumn('name', m.name, toWebhookName, { always: true, phone: 'name', width: 240 }),
          {
            id: 'missing',
            header: m.missing,
            value: (one) => listMissingWebhookParts(one).join(','),
            cell: (one) => formatList(listMissingWebhookParts(one).map((part) => missing[part])),
            phone: 'line',
            width: 360,
          },
        ]}
        rowActions={(one) => [
          {
            label: m.repair,
            disabledReason: whyNoWrite(),
            onSelect: () => void go(linkTo('webhook', { name: one.id }, { tab: 'settings' })),
          },
          {
            label: `${m.removeRest}…`,
            danger: true,
            disabledReason: removeRest.findDisabledReason(one),
            onSelect: () => void removeRest.run(one),
          },
        ]}
      />
    </Panel>
  )
}
