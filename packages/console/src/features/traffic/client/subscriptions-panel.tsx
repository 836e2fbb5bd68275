import type { Client } from '@brokerdeck/contract/traffic/client.ts'
import { clients } from '@brokerdeck/contract/traffic/clients.ts'
import type { Subscription } from '@brokerdeck/contract/traffic/subscriptions.ts'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { describeError } from '#api/errors.ts'
import { read, whyNoWrite, write } from '#api/query.ts'
import { subscriptionColumns } from '#domain/subscription/subscription-columns.tsx'
import { useWhyAction } from '#domain/subscription/use-why-action.ts'
import { withoutMountpoint } from '#domain/subscription/without-mountpoint.ts'
import { client as m } from '#features/traffic/messages/client.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { confirm } from '#kit/dialogs/confirm.tsx'
import { notify } from '#kit/dialogs/notify.tsx'
import { DataTable } from '#kit/table/data-table.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { tableQuery } from '#resource/broker-list/table-query.ts'
import { Button } from '#ui/button.tsx'
import { TextBox } from '#ui/field-box.tsx'
import { Panel } from '#ui/panel.tsx'
import { EmptyState } from '#ui/states.tsx'
import { addSubscription } from './client-search.tsx'
import classes from './subscriptions-panel.module.css'

interface SubscriptionsPanelProps {
  readonly client: Client
  readonly pollSeconds: number
}

/** Lists the subscriptions of a client; an operator may add and remove subscriptions. */
export function SubscriptionsPanel({ client, pollSeconds }: SubscriptionsPanelProps) {
  const params = { clientid: client.clientid }
  const [wanted, setWanted] = useState('')
  const query = useQuery(read(clients.subscriptions, { params }, { pollSeconds }))
  const unsubscribe = useUnsubscribe(client)
  const whyAction = useWhyAction()
  const isWanted = ({ topic }: Subscription) => topic.toLowerCase().includes(wanted.toLowerCase())
  const all = query.data?.length ?? 0
  const found = query.data?.filter(isWanted).length ?? 0
  const disabledReason = whyNoWrite()
  return (
    <Panel
      title={m.subscriptions}
      caption={found === all ? formatNumber(all) : m.countShown(formatNumber(found), formatNumber(all))}
      actions={
        <>
          <span className={classes['find']}>
            <TextBox
              type="search"
              aria-label={m.findTopic}
              placeholder={m.findTopic}
              icon={<IconSearch size={16} stroke={1.5} aria-hidden />}
              value={wanted}
              onChange={setWanted}
            />
          </span>
          <Button
            size="small"
            icon={<IconPlus size={16} stroke={1.5} />}
            disabledReason={disabledReason}
            aria-label={m.addSubscription}
            onClick={() => void addSubscription(client)}
          >
            {m.add}
          </Button>
        </>
      }
    >
      <DataTable
        label={m.subscriptions}
        columns={subscriptionColumns}
        rowKey={({ topic }) => topic}
        query={tableQuery(query, (data) => data.filter(isWanted))}
        rowActions={(subscription) => [
          whyAction(subscription),
          {
            label: m.unsubscribe,
            danger: true,
            disabledReason,
            onSelect: () => void unsubscribe(subscription.topic),
          },
        ]}
        empty={
          all > 0 ? (
            <EmptyState title={m.noneFound} />
          ) : (
            <EmptyState title={m.noSubscription}>{m.noSubscriptionText}</EmptyState>
          )
        }
      />
    </Panel>
  )
}

function useUnsubscribe({ clientid, mountpoint }: Client) {
  const mutation = useMutation(write(clients.unsubscribe))
  return async (topic: string) => {
    const isMeant = await confirm({
      title: m.unsubscribeTitle,
      body: m.unsubscribeBody(visibleText(topic, 200)),
      action: m.unsubscribeAction,
      interrupts: 'data',
      danger: true,
    })
    if (!isMeant) return
    mutation.mutate(
      { params: { clientid }, body: { topic: withoutMountpoint(topic, mountpoint) } },
      {
        onSuccess: () => notify.success(m.unsubscribed, visibleText(topic, 80)),
        onError: (error) => {
          const { title, detail } = describeError(error)
          notify.failure(title, detail)
        },
      },
    )
  }
}
