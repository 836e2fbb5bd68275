import type { Subscription } from '@brokerdeck/contract/traffic/subscriptions.ts'
import { parseShared } from '@brokerdeck/languages/topic.ts'
import type { Column } from '#kit/table/column.ts'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { subscription as m } from './messages.ts'

/** Returns short words for the subscription options that differ from their defaults (MQTT 5 §3.8.3.1). */
export function subscriptionFlags({ nl, rap, rh }: Pick<Subscription, 'nl' | 'rap' | 'rh'>): string {
  const flags: string[] = []
  if (nl !== 0) flags.push(m.noLocal)
  if (rap !== 0) flags.push(m.retainAsPublished)
  if (rh !== 0) flags.push(m.retainHandling(rh))
  return flags.join(', ')
}

function SubscriptionFlags({ subscription }: { readonly subscription: Subscription }) {
  const flags = subscriptionFlags(subscription)
  return flags === '' ? (
    <span className="dim" title={m.noFlags}>
      —
    </span>
  ) : (
    flags
  )
}

/** The columns that every list of subscriptions shows. */
export const subscriptionColumns: readonly Column<Subscription, 'topic' | 'qos'>[] = [
  verbatimColumn('topic', m.topic, ({ topic }) => topic, {
    sortable: true,
    always: true,
    width: 280,
    phone: 'name',
  }),
  {
    id: 'qos',
    header: m.qos,
    cell: ({ qos }) => qos,
    value: ({ qos }) => qos,
    align: 'end',
    sortable: true,
    width: 64,
    phone: 'pair',
  },
  verbatimColumn('share', m.share, ({ topic }) => parseShared(topic).group, {
    definition: m.shareMeaning,
    width: 120,
  }),
  {
    id: 'flags',
    header: m.flags,
    definition: m.flagsMeaning,
    cell: (subscription) => <SubscriptionFlags subscription={subscription} />,
    value: subscriptionFlags,
    fields: [
      { id: 'nl', value: ({ nl }) => nl },
      { id: 'rap', value: ({ rap }) => rap },
      { id: 'rh', value: ({ rh }) => rh },
    ],
    width: 120,
  },
]
