import { type AutoSubscription, autoSubscribe } from '@brokerdeck/contract/settings/auto-subscribe.ts'
import { useQuery } from '@tanstack/react-query'
import { read } from '#api/query.ts'
import { tableQuery } from '#domain/broker-list/table-query.ts'
import { ListPage } from '#domain/endpoint-form/list-page.tsx'
import { type Placed, placed } from '#domain/endpoint-form/use-list-actions.tsx'
import type { Column } from '#kit/table/column.ts'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { autoSubscribe as m } from '../messages/broker.ts'
import { autoSubscribeForm, handlingNames, switchNames } from './auto-subscribe-form.ts'

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

/** Topics that clients are subscribed to without asking. */
export function AutoSubscribePage() {
  const result = useQuery(read(autoSubscribe.get, {}))
  return (
    <ListPage
      form={autoSubscribeForm}
      query={tableQuery(result, placed)}
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
