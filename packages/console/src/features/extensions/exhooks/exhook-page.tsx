import { type ExhookHook, exhooks as endpoints } from '@brokerdeck/contract/extensions/exhooks.ts'
import { useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { read } from '#api/query.ts'
import { exhookHooks as m, exhookForm as words } from '#features/extensions/messages/exhooks.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { warnIf } from '#kit/form/shell/form-spec.ts'
import { usePageParams } from '#kit/page/link.tsx'
import type { Column } from '#kit/table/column.ts'
import { DataTable } from '#kit/table/data-table.tsx'
import { tableQuery } from '#resource/broker-list/table-query.ts'
import { askBeforeSave } from '#resource/endpoint-form/ask-before-save.ts'
import { EndpointForm } from '#resource/endpoint-form/endpoint-form.tsx'
import { ManagedItemPage } from '#resource/managed-item-page.tsx'
import { Button } from '#ui/button.tsx'
import { Amount } from '#ui/marks.tsx'
import { Popover } from '#ui/overlays.tsx'
import { PropertyList } from '#ui/property-list.tsx'
import { EmptyState } from '#ui/states.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import {
  exhookCautions,
  exhookSections,
  placeFaults,
  toExhookSettings,
  toExhookUpdateRequest,
} from './exhook-document.ts'
import { exhookResource } from './exhooks.tsx'

/** Shows one hook server: the results of its calls, the hooks that it registered for, and its settings. */
export function ExhookPage() {
  const { name } = usePageParams('exhook')
  return (
    <ManagedItemPage
      key={name}
      resource={exhookResource}
      id={name}
      content={{
        hooks: (server) => <ExhookHooks name={server.name} />,
        settings: () => <ExhookSettings name={name} />,
      }}
    />
  )
}

function ExhookSettings({ name }: { readonly name: string }) {
  return (
    <EndpointForm
      sections={exhookSections}
      reads={endpoints.get}
      given={{ params: { name } }}
      pickDocument={toExhookSettings}
      writes={endpoints.update}
      toRequest={toExhookUpdateRequest}
      impact={() => warnIf(true, words.impact)}
      beforeWrite={askBeforeSave((_next, _before, { enable }) => ({
        interrupts: enable ? 'data' : 'nothing',
        text: words.impact,
      }))}
      cautions={exhookCautions}
      placeFaults={placeFaults}
      appliedMessage={words.saved}
      hasDefaults
    />
  )
}

const topicsSchema = v.object({ topics: v.array(v.string()) })

/** Formats topic filters as a list; other parameters of a hook are shown as the broker returns them. */
function formatParameters({ params }: ExhookHook): string {
  const known = v.safeParse(topicsSchema, params)
  if (known.success) return known.output.topics.length === 0 ? m.allTopics : known.output.topics.join(', ')
  return Object.keys(params).length === 0 ? '' : JSON.stringify(params)
}

/** The purposes of the hooks, whose names contain a dot in the broker. */
const purposes = new Map<string, string>(
  Object.entries(m).flatMap(([name, text]) =>
    name.includes('.') && typeof text === 'string' ? [[name, text] as const] : [],
  ),
)

const columns: readonly Column<ExhookHook>[] = [
  {
    id: 'name',
    header: m.name,
    value: ({ name }) => name,
    cell: ({ name }) => <Verbatim text={name} mono />,
    always: true,
    width: 180,
    phone: 'name',
  },
  {
    id: 'purpose',
    header: m.purpose,
    value: ({ name }) => purposes.get(name),
    fields: [],
    cell: ({ name }) => purposes.get(name),
    width: 320,
    phone: 'line',
  },
  {
    id: 'params',
    header: m.topics,
    value: formatParameters,
    fields: [{ id: 'params', value: ({ params }) => JSON.stringify(params) }],
    cell: (hook) => <Verbatim text={formatParameters(hook)} wrap />,
    width: 180,
    phone: 'pair',
  },
  ...(
    [
      ['succeed', m.succeed],
      ['failed', m.failed],
      ['rate', m.rate],
      ['max_rate', m.maxRate],
    ] as const
  ).map(
    ([id, header]): Column<ExhookHook> => ({
      id,
      header,
      value: ({ metrics }) => metrics[id],
      cell: ({ metrics }) => <Amount value={metrics[id]} />,
      align: 'end',
      width: 110,
      ...(id === 'failed' ? { phone: 'pair' } : {}),
    }),
  ),
  {
    id: 'nodes',
    header: m.nodes,
    value: ({ node_metrics }) => node_metrics.length,
    cell: (hook) => <ByNode hook={hook} />,
    width: 110,
  },
]

/** Shows the counters of one hook on each node. */
function ByNode({ hook: { name, node_metrics } }: { readonly hook: ExhookHook }) {
  return (
    <Popover
      label={m.nodesOf(name)}
      trigger={(trigger) => (
        <Button size="small" variant="quiet" aria-label={m.nodesOf(name)} {...trigger}>
          {formatNumber(node_metrics.length)}
        </Button>
      )}
    >
      {() => (
        <PropertyList
          groups={node_metrics.map(({ node, metrics: { succeed, failed, rate, max_rate } }) => ({
            title: node,
            properties: [
              { label: m.succeed, value: <Amount value={succeed} /> },
              { label: m.failed, value: <Amount value={failed} /> },
              { label: m.rate, value: <Amount value={rate} /> },
              { label: m.maxRate, value: <Amount value={max_rate} /> },
            ],
          }))}
        />
      )}
    </Popover>
  )
}

/** Lists the hooks that the server registered for, and the results of the calls. */
function ExhookHooks({ name }: { readonly name: string }) {
  const result = useQuery(read(endpoints.hooks, { params: { name } }, { pollSeconds: 5 }))
  return (
    <DataTable
      label={m.label}
      columns={columns}
      rowKey={(hook) => hook.name}
      query={tableQuery(result, () => result.data ?? [])}
      empty={<EmptyState title={m.emptyTitle}>{m.emptyText}</EmptyState>}
      exportName="exhook-hooks"
    />
  )
}
