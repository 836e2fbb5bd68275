import type { QueryKey } from '@brokerdeck/contract/endpoint.ts'
import { rules as endpoints, type Rule } from '@brokerdeck/contract/integration/rules.ts'
import { to } from '#acting/action.tsx'
import { formatNumber } from '#i18n/format-number.ts'
import type { Filter } from '#kit/table/filters/filter.ts'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { pagedList } from '#managed/managed-list.ts'
import { ManagedListPage } from '#managed/managed-list-page.tsx'
import { managedResource } from '#managed/managed-resource.ts'
import { integration } from '#routes/integration-routes.ts'
import { RelativeTime } from '#ui/relative-time.tsx'
import { rules as m } from '../messages/rules.ts'

const given = ({ id }: Pick<Rule, 'id'>) => ({ params: { id } })

const filters: readonly Filter<QueryKey<typeof endpoints.list>>[] = [
  { kind: 'text', label: m.member, contains: 'like_id', isMain: true, mono: true },
]

const rules = managedResource({
  idOf: ({ id }) => id,
  nameOf: ({ id }) => id,
  path: integration.routes.rules.path,
  list: pagedList(
    endpoints.list,
    ({ page, limit }, values) => ({ query: { page: String(page), limit: String(limit), ...values } }),
    (answer) => answer,
    { filters },
  ),
  columns: [
    'name',
    verbatimColumn('from', m.from, ({ from }: Rule) => from.join(', '), { width: 300, phone: 'line' }),
    'enabled',
    verbatimColumn('description', m.note, ({ description }: Rule) => description, { width: 240 }),
    {
      id: 'actions',
      header: m.actions,
      value: ({ actions }) => actions.length,
      cell: ({ actions }) => formatNumber(actions.length),
      width: 90,
    },
    {
      id: 'last_modified_at',
      header: m.changed,
      value: ({ last_modified_at }) => last_modified_at,
      cell: ({ last_modified_at }) => <RelativeTime at={last_modified_at} />,
      width: 140,
    },
  ],
  columnsKey: 'ruleTableColumns',
  exportName: 'rules',
  words: m,
  enable: {
    isOn: ({ enable }) => enable,
    // The broker keeps what is not sent.
    set: (isOn) => to(endpoints.update, (rule) => ({ ...given(rule), body: { enable: isOn } })),
    disabling: m.disabling,
  },
  remove: { deed: to(endpoints.remove, given), consequence: () => m.removeBody },
})

/** What is done with messages and events as they come. */
export function RulesPage() {
  return (
    <ManagedListPage
      resource={rules}
      create={{ label: m.create, to: integration.routes.createRule.path }}
      summary={({ count }) => count !== undefined && m.summary(count, formatNumber(count))}
    />
  )
}
