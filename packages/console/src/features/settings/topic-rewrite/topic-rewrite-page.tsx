import { type RewriteRule, topicRewrite } from '@brokerdeck/contract/settings/topic-rewrite.ts'
import { useQuery } from '@tanstack/react-query'
import { read } from '#api/query.ts'
import { tableQuery } from '#domain/broker-list/table-query.ts'
import { ListPage } from '#domain/endpoint-form/list-page.tsx'
import { type Placed, placed } from '#domain/endpoint-form/use-list-actions.tsx'
import type { Column } from '#kit/table/column.ts'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { Amount } from '#ui/amount.tsx'
import { topicRewrite as m } from '../messages/broker.ts'
import { actionNames, rewriteForm } from './rewrite-form.ts'

/** Not sortable: the order is the broker's. */
const rewriteColumns: readonly Column<Placed<RewriteRule>>[] = [
  {
    id: 'order',
    header: m.order,
    cell: ({ at }) => <Amount value={at + 1} />,
    value: ({ at }) => at + 1,
    align: 'end',
    width: 64,
    phone: 'status',
  },
  verbatimColumn('source_topic', m.source, ({ row }) => row.source_topic, {
    always: true,
    width: 260,
    phone: 'name',
  }),
  {
    id: 'action',
    header: m.action,
    cell: ({ row }) => actionNames[row.action],
    value: ({ row }) => row.action,
    width: 140,
    phone: 'pair',
  },
  verbatimColumn('re', m.expression, ({ row }) => row.re, { width: 260 }),
  verbatimColumn('dest_topic', m.destination, ({ row }) => row.dest_topic, { width: 260, phone: 'pair' }),
]

/** Rules that give a topic another name on its way into the broker. */
export function TopicRewritePage() {
  const result = useQuery(read(topicRewrite.get, {}))
  return (
    <ListPage
      form={rewriteForm}
      query={tableQuery(result, placed)}
      columns={rewriteColumns}
      exportName="topic-rewrite"
    />
  )
}
