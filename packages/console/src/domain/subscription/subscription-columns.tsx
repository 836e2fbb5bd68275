import { parseShared } from '@brokerdeck/contract/topic.ts'
import type { Subscription } from '@brokerdeck/contract/traffic/subscriptions.ts'
import type { Column } from '#kit/table/column.ts'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { subscription as m } from './messages.ts'
import { SubscriptionFlags, subscriptionFlags } from './subscription-flags.tsx'

/** What every list of subscriptions shows of one. */
export const subscriptionColumns: readonly Column<Subscription>[] = [
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
