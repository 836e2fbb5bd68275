import type { AutoSubscription } from '@brokerdeck/contract/settings/auto-subscribe.ts'
import type { Placed } from '#domain/endpoint-form/use-list-actions.tsx'
import type { Column } from '#kit/table/column.ts'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { handlingNames, switchNames } from './auto-subscribe-form.ts'
import { m } from './messages.ts'

type Row = Placed<AutoSubscription>

function option(
  id: string,
  header: string,
  width: number,
  textOf: (row: AutoSubscription) => string,
): Column<Row> {
  return {
    id,
    header,
    cell: ({ row }) => textOf(row),
    value: ({ row }) => textOf(row),
    sortable: true,
    width,
    phone: 'pair',
  }
}

export const autoSubscribeColumns: readonly Column<Row>[] = [
  verbatimColumn('topic', m.topic, ({ row }) => row.topic, {
    always: true,
    sortable: true,
    width: 320,
    phone: 'name',
  }),
  option('qos', m.qos, 80, ({ qos }) => String(qos)),
  option('nl', m.noLocal, 110, ({ nl }) => switchNames[nl]),
  option('rap', m.retainAsPublished, 170, ({ rap }) => switchNames[rap]),
  option('rh', m.retainHandling, 220, ({ rh }) => handlingNames[rh]),
]
