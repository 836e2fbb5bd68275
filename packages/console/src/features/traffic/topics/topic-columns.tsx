import type { Topic } from '@brokerdeck/contract/traffic/topics.ts'
import { Link } from '@tanstack/react-router'
import type { Column } from '#kit/table/column.ts'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { paths } from '#lib/paths.ts'
import { visibleText } from '#lib/visible-text.ts'
import { m } from './messages.ts'

export const topicColumns: readonly Column<Topic>[] = [
  verbatimColumn('topic', m.topic, ({ topic }) => topic, {
    sortable: true,
    always: true,
    width: 420,
    phone: 'name',
  }),
  verbatimColumn('node', m.node, ({ node }) => node, { sortable: true, width: 220, phone: 'pair' }),
  {
    id: 'subscribers',
    header: m.subscribers,
    cell: ({ topic }) => (
      <Link to={paths.subscriptions()} search={{ topic }} aria-label={m.showOf(visibleText(topic))}>
        {m.show}
      </Link>
    ),
    value: () => undefined,
    fields: [],
    width: 120,
    phone: 'status',
  },
]
