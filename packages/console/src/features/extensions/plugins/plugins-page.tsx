import { type Plugin, pluginRef, plugins } from '@brokerdeck/contract/extensions/plugins.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { read } from '#api/query.ts'
import { tableQuery } from '#domain/broker-list/table-query.ts'
import { useListSearch } from '#domain/broker-list/use-list-search.ts'
import { formatNumber, joinSentences } from '#i18n/format-number.ts'
import { Page } from '#kit/page/page.tsx'
import type { Column } from '#kit/table/column.ts'
import { DataTable } from '#kit/table/data-table.tsx'
import type { Filter } from '#kit/table/filters/filter.ts'
import { FilterBar } from '#kit/table/filters/filter-bar.tsx'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { consoleConfig } from '#lib/console-config.ts'
import { extensions } from '#routes/extensions-routes.ts'
import { fillPath } from '#routes/routes.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Status } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { plugins as m } from '../messages.ts'
import { pluginActions, pluginState } from './plugin-actions.tsx'

const { routes } = extensions

/** A plugin may stop on one node by itself. */
const pollSeconds = 10

const filters: readonly Filter[] = [
  { kind: 'text', label: m.name, contains: 'name', isMain: true },
  {
    kind: 'select',
    label: m.status,
    key: 'status',
    isMain: true,
    options: [
      { value: 'running', label: m.running },
      { value: 'stopped', label: m.stopped },
    ],
  },
]

const columns: readonly Column<Plugin>[] = [
  {
    id: 'name',
    header: m.name,
    value: ({ name }) => name,
    cell: (plugin) => (
      <Link to={fillPath(routes.plugin.path, { name: pluginRef(plugin) })}>
        <Verbatim text={plugin.name} />
      </Link>
    ),
    always: true,
    width: 220,
    phone: 'name',
  },
  verbatimColumn('rel_vsn', m.version, ({ rel_vsn }) => rel_vsn, { width: 110, phone: 'pair' }),
  {
    id: 'status',
    header: m.status,
    definition: m.statusDefinition,
    value: (plugin) => pluginState(plugin).word,
    fields: [
      {
        id: 'running_status',
        value: ({ running_status }) =>
          running_status.map(({ node, status }) => `${node}:${status}`).join(' '),
      },
    ],
    cell: (plugin) => {
      const { kind, word } = pluginState(plugin)
      return <Status kind={kind}>{word}</Status>
    },
    width: 200,
    phone: 'status',
  },
  verbatimColumn('authors', m.authors, ({ authors = [] }) => authors.join('; '), {
    width: 180,
    phone: 'pair',
  }),
  verbatimColumn('description', m.description, ({ description = '' }) => description, { width: 320 }),
]

/** What is installed, in the order in which it is started. */
export function PluginsPage() {
  const navigate = useNavigate()
  const { filters: values, setFilters } = useListSearch(filters)
  const result = useQuery(read(plugins.list, {}, { pollSeconds }))
  const all = result.data ?? []
  const wanted = values['name']?.toLowerCase() ?? ''
  const matches = (plugin: Plugin) =>
    plugin.name.toLowerCase().includes(wanted) &&
    (values['status'] === undefined || pluginState(plugin).filter === values['status'])
  const running = all.filter((plugin) => pluginState(plugin).kind === 'ok')
  const isFiltered = Object.keys(values).length > 0
  return (
    <Page
      title={m.title}
      summary={joinSentences(
        all.length > 0 && `${m.summary(formatNumber(running.length), formatNumber(all.length))}.`,
        consoleConfig().mode === 'embedded' && m.embedded,
      )}
      actions={
        <Button
          size="small"
          variant="primary"
          disabledReason={whyNoWrite()}
          onClick={() => void navigate({ to: routes.installPlugin.path })}
        >
          {m.install}
        </Button>
      }
    >
      <DataTable
        label={m.label}
        columns={columns}
        columnsKey="pluginTableColumns"
        rowKey={pluginRef}
        query={tableQuery(result, (list) => list.filter(matches))}
        filters={<FilterBar filters={filters} values={values} onChange={setFilters} />}
        rowActions={pluginActions(all)}
        exportName="plugins"
        empty={
          isFiltered ? (
            <EmptyState title={m.noneTitle}>{m.noneText}</EmptyState>
          ) : (
            <EmptyState title={m.emptyTitle}>{m.emptyText}</EmptyState>
          )
        }
      />
    </Page>
  )
}
