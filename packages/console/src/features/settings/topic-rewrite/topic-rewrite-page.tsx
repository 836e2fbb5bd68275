import { tolerant } from '@brokerdeck/contract/description/tolerant.ts'
import {
  maxRewriteRules,
  type RewriteAction,
  type RewriteRule,
  rewriteRule,
  topicRewrite,
} from '@brokerdeck/contract/settings/topic-rewrite.ts'
import { compilePcre, Pcre } from '@brokerdeck/languages/pcre/compile-pcre.ts'
import { useQuery } from '@tanstack/react-query'
import { request } from '#api/http.ts'
import { read } from '#api/query.ts'
import { topicRewrite as m } from '#features/settings/messages/broker.ts'
import { toSections } from '#kit/form/described-form.ts'
import type { Column } from '#kit/table/column.ts'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { tableQuery } from '#resource/broker-list/table-query.ts'
import type { ListForm } from '#resource/endpoint-form/list-form.ts'
import { ListPage, type Placed, placeRows } from '#resource/endpoint-form/list-page.tsx'
import { Amount } from '#ui/marks.tsx'

const actionNames: Record<RewriteAction, string> = {
  publish: m.publish,
  subscribe: m.subscribe,
  all: m.all,
}

/** The form of the rules in their order. The broker returns and accepts the whole list only. */
const rewriteForm: ListForm<RewriteRule> = {
  list: {
    endpoint: topicRewrite.put,
    read: () => request(topicRewrite.get, {}),
    write: (rules) => request(topicRewrite.put, { body: [...rules] }),
  },
  row: tolerant(rewriteRule),
  initial: { action: 'publish' },
  max: maxRewriteRules,
  formatName: ({ source_topic }) => source_topic,
  isOrdered: true,
  sections: toSections(rewriteRule, [
    {
      id: 'rule',
      title: m.label,
      fields: [
        { path: 'action', label: m.action, options: actionNames, width: 12 },
        {
          path: 'source_topic',
          label: m.source,
          help: m.sourceHelp,
          width: 12,
        },
        {
          path: 're',
          label: m.expression,
          help: m.expressionHelp,
          placeholder: '^plant/([^/]+)/(.+)$',
          isCode: true,
          width: 12,
        },
        {
          path: 'dest_topic',
          label: m.destination,
          help: m.destinationHelp,
          placeholder: 'site/$1/$2',
          isCode: true,
          width: 12,
        },
      ],
    },
  ]),
  check({ action, dest_topic, re }) {
    const hasWildcard = action !== 'subscribe' && /[+#]/.test(String(dest_topic ?? ''))
    const compiled = compilePcre(String(re ?? ''))
    const isReadable = compiled instanceof Pcre || compiled.isUnsupported
    return [
      ...(hasWildcard ? [{ path: 'dest_topic', message: m.destinationWildcard }] : []),
      ...(isReadable ? [] : [{ path: 're', message: m.badExpression(compiled.fault, compiled.at) }]),
    ]
  },
  words: m,
}

/** The columns are not sortable, because the order is the broker's. */
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

/** Lists the rules that rename topics of incoming packets. */
export function TopicRewritePage() {
  const result = useQuery(read(topicRewrite.get, {}))
  return (
    <ListPage
      form={rewriteForm}
      query={tableQuery(result, placeRows)}
      columns={rewriteColumns}
      exportName="topic-rewrite"
    />
  )
}
