import { tolerant } from '@brokerdeck/contract/description/tolerant.ts'
import {
  type AutoSubscription,
  autoSubscribe,
  autoSubscription,
  maxAutoSubscriptions,
} from '@brokerdeck/contract/settings/auto-subscribe.ts'
import { useQuery } from '@tanstack/react-query'
import { request } from '#api/http.ts'
import { read } from '#api/query.ts'
import { autoSubscribe as m } from '#features/settings/messages/broker.ts'
import { toSections } from '#kit/form/described-form.ts'
import type { Column } from '#kit/table/column.ts'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { tableQuery } from '#resource/broker-list/table-query.ts'
import type { ListForm } from '#resource/endpoint-form/list-form.ts'
import { ListPage, type Placed, placeRows } from '#resource/endpoint-form/list-page.tsx'

const switchNames: Record<AutoSubscription['nl'], string> = {
  0: m.no,
  1: m.yes,
}
const handlingNames: Record<AutoSubscription['rh'], string> = {
  0: m.sendAlways,
  1: m.sendNew,
  2: m.sendNever,
}

const qosNames = { 0: 'QoS 0', 1: 'QoS 1', 2: 'QoS 2' }

/** The form of the automatic subscriptions. The broker returns and accepts the whole list only. */
const autoSubscribeForm: ListForm<AutoSubscription> = {
  list: {
    endpoint: autoSubscribe.put,
    read: () => request(autoSubscribe.get, {}),
    write: (topics) => request(autoSubscribe.put, { body: [...topics] }),
  },
  row: tolerant(autoSubscription),
  initial: { qos: 0, nl: 0, rap: 0, rh: 0 },
  max: maxAutoSubscriptions,
  formatName: ({ topic }) => topic,
  isOrdered: false,
  sections: toSections(autoSubscription, [
    {
      id: 'subscription',
      title: m.label,
      fields: [
        {
          path: 'topic',
          label: m.topic,
          help: m.topicHelp,
          width: 12,
        },
        { path: 'qos', label: m.qos, options: qosNames },
        {
          path: 'rh',
          label: m.retainHandling,
          help: m.retainHandlingHelp,
          options: handlingNames,
        },
        {
          path: 'nl',
          label: m.noLocal,
          help: m.noLocalHelp,
          options: switchNames,
        },
        {
          path: 'rap',
          label: m.retainAsPublished,
          help: m.retainAsPublishedHelp,
          options: switchNames,
        },
      ],
    },
  ]),
  check: ({ topic }, others) =>
    others.some((other) => other.topic === topic) ? [{ path: 'topic', message: m.twice }] : [],
  words: m,
}

const autoSubscribeColumns: readonly Column<Row>[] = [
  verbatimColumn('topic', m.topic, ({ row }) => row.topic, {
    always: true,
    sortable: true,
    width: 320,
    phone: 'name',
  }),
  option('qos', m.qos, 80),
  option('nl', m.noLocal, 110, ({ nl }) => switchNames[nl]),
  option('rap', m.retainAsPublished, 170, ({ rap }) => switchNames[rap]),
  option('rh', m.retainHandling, 220, ({ rh }) => handlingNames[rh]),
]

/** Lists the topics to which the broker subscribes clients automatically. */
export function AutoSubscribePage() {
  const result = useQuery(read(autoSubscribe.get, {}))
  return (
    <ListPage
      form={autoSubscribeForm}
      query={tableQuery(result, placeRows)}
      columns={autoSubscribeColumns}
      exportName="auto-subscribe"
    />
  )
}

type Row = Placed<AutoSubscription>

function option(
  id: 'qos' | 'nl' | 'rap' | 'rh',
  header: string,
  width: number,
  textOf: (row: AutoSubscription) => string = (row) => String(row[id]),
): Column<Row> {
  return {
    id,
    header,
    cell: ({ row }) => textOf(row),
    value: ({ row }) => textOf(row),
    fields: [{ id, value: ({ row }) => row[id] }],
    sortable: true,
    width,
    phone: 'pair',
  }
}
