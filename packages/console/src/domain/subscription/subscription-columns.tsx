import type { Subscription } from '@brokerdeck/contract/subscriptions.ts'
import { parseShared } from '@brokerdeck/contract/topic.ts'
import type { Column } from '#kit/table/column.ts'
import { Verbatim } from '#ui/verbatim.tsx'
import { m } from './messages.ts'
import { SubscriptionFlags, subscriptionFlags } from './subscription-flags.tsx'

/** What every list of subscriptions shows of one. */
export const subscriptionColumns = [
  {
    id: 'topic',
    header: m.topic,
    cell: ({ topic }) => <Verbatim text={topic} mono focusable />,
    value: ({ topic }) => topic,
    mono: true,
    sortable: true,
    always: true,
    width: 280,
    phone: 'name',
  },
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
  {
    id: 'share',
    header: m.share,
    definition: m.shareMeaning,
    cell: ({ topic }) => <Verbatim text={parseShared(topic).group} mono />,
    value: ({ topic }) => parseShared(topic).group,
    width: 120,
  },
  {
    id: 'flags',
    header: m.flags,
    definition: m.flagsMeaning,
    cell: (subscription) => <SubscriptionFlags subscription={subscription} />,
    value: subscriptionFlags,
    width: 120,
  },
] as const satisfies readonly Column<Subscription>[]
