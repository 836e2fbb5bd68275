import {
  type LatencyKind,
  type SlowSubsConfig,
  type SlowSubscription,
  slowSubscriptions,
} from '@brokerdeck/contract/diagnose/slow-subscriptions.ts'
import { parseDuration } from '@brokerdeck/contract/measures.ts'
import { useQuery } from '@tanstack/react-query'
import { action, send, useActionSending } from '#acting/action.tsx'
import { describeError } from '#api/errors.ts'
import { read, whyNoWrite } from '#api/query.ts'
import { ClientLink } from '#domain/client/client-link.tsx'
import { slowSubscriptions as m } from '#features/diagnose/messages/topic-metrics.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { formatDuration } from '#i18n/format-time.ts'
import { languageTag } from '#i18n/locale.ts'
import { Link, useGo } from '#kit/page/link.tsx'
import { Page } from '#kit/page/page.tsx'
import type { Column } from '#kit/table/column.ts'
import { DataTable } from '#kit/table/data-table.tsx'
import type { Filter } from '#kit/table/filters/filter.ts'
import { FilterBar } from '#kit/table/filters/filter-bar.tsx'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { tableQuery } from '#resource/broker-list/table-query.ts'
import { useListSearch } from '#resource/broker-list/use-list-search.ts'
import { type FilterOf, linkTo, type SortOf } from '#routes/routes.ts'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/panel.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/states.tsx'
import { Verbatim } from '#ui/verbatim.tsx'

const ways: Record<LatencyKind, string> = {
  whole: m.wholeWords,
  internal: m.internalWords,
  response: m.responseWords,
}

export function SlowSubscriptionsPage() {
  const go = useGo()
  const { data: settings, error, refetch, isFetching } = useQuery(read(slowSubscriptions.getSettings, {}))
  return (
    <Page
      title={m.title}
      summary={settings?.enable === true ? measuringRule(settings) : m.settingsSummary}
      actions={
        <Button size="small" onClick={() => void go(linkTo('slowSubscriptionsSettings'))}>
          {m.settings}
        </Button>
      }
    >
      {settings === undefined ? (
        <Panel label={m.label}>
          {error === null ? (
            <div role="status" aria-label={m.loading} aria-busy="true">
              <Skeleton height={240} />
            </div>
          ) : (
            <ErrorState {...describeError(error)} onRetry={() => void refetch()} isRetrying={isFetching} />
          )}
        </Panel>
      ) : settings.enable ? (
        <SlowListPanel />
      ) : (
        <MeasuringOff settings={settings} />
      )}
    </Page>
  )
}

const measure = action<SlowSubsConfig>(
  send(slowSubscriptions.putSettings, (settings) => ({ body: { ...settings, enable: true } })),
  { successMessage: () => m.turnedOn },
)

/** Shown in place of the list while measuring is off: explains the list and how it is made. */
function MeasuringOff({ settings }: { readonly settings: SlowSubsConfig }) {
  const { isSending, run } = useActionSending(measure)
  return (
    <Panel label={m.label}>
      <EmptyState
        title={m.offTitle}
        action={
          <Button
            variant="primary"
            isBusy={isSending}
            disabledReason={whyNoWrite()}
            onClick={() => void run(settings)}
          >
            {m.turnOn}
          </Button>
        }
      >
        {m.offText(measuringRule(settings))}
      </EmptyState>
    </Panel>
  )
}

/** Explains in one sentence when a row appears in the list. */
function measuringRule(settings: SlowSubsConfig): string {
  const threshold = parseDuration(settings.threshold)
  const expire = parseDuration(settings.expire_interval)
  if (threshold === undefined || expire === undefined) return m.ruleUnreadable
  const top = formatNumber(settings.top_k_num)
  const over = threshold % 1000 === 0 ? formatDuration(threshold) : formatLatency(threshold)
  return m.rule(over, ways[settings.stats_type], top, formatDuration(expire))
}

const slowSubscriptionColumns: readonly Column<SlowSubscription, SortOf<'slowSubscriptions'>>[] = [
  {
    id: 'clientid',
    header: m.client,
    cell: ({ clientid }) => <ClientLink clientid={clientid} />,
    value: ({ clientid }) => clientid,
    mono: true,
    always: true,
    sortable: true,
    width: 260,
    phone: 'name',
  },
  verbatimColumn('topic', m.topic, ({ topic }) => topic, { sortable: true, width: 320, phone: 'pair' }),
  {
    id: 'timespan',
    header: m.latency,
    definition: m.latencyMeaning,
    cell: ({ timespan }) => formatLatency(timespan),
    value: ({ timespan }) => timespan,
    align: 'end',
    sortable: true,
    width: 120,
    phone: 'status',
  },
  {
    id: 'node',
    header: m.node,
    cell: ({ node }) => (
      <Link to={linkTo('node', { node })}>
        <Verbatim text={node} mono />
      </Link>
    ),
    value: ({ node }) => node,
    mono: true,
    sortable: true,
    width: 200,
    phone: 'pair',
  },
  {
    id: 'last_update_time',
    header: m.updated,
    definition: m.updatedMeaning,
    cell: ({ last_update_time: at }) => <RelativeTime at={at} />,
    value: ({ last_update_time: at }) => new Date(at).toISOString(),
    sortable: true,
    width: 130,
    phone: 'pair',
  },
]

/** The list is polled, because rows appear and expire by themselves. */
const pollSeconds = 10

const rowKey = ({ node, clientid, topic }: SlowSubscription) => JSON.stringify([node, clientid, topic])

/** The broker returns the whole list; it is filtered here. */
const filters: readonly Filter<FilterOf<'slowSubscriptions'>>[] = [
  { kind: 'text', label: m.client, contains: 'like_clientid', isMain: true, mono: true },
  { kind: 'text', label: m.topic, contains: 'like_topic', isMain: true, mono: true },
]

const clearList = action<void>(
  send(slowSubscriptions.clear, () => ({})),
  {
    ask: () => ({
      title: m.clearTitle,
      body: m.clearBody,
      action: m.clearAction,
      danger: true,
      interrupts: 'nothing',
    }),
    successMessage: () => m.cleared,
  },
)

function SlowListPanel() {
  const { filters: values, setFilters } = useListSearch('slowSubscriptions', filters)
  const { like_clientid: client = '', like_topic: topic = '' } = values
  const isShown = (row: SlowSubscription) => row.clientid.includes(client) && row.topic.includes(topic)
  const result = useQuery(read(slowSubscriptions.list, {}, { pollSeconds }))
  const nothing = result.data?.data.length === 0 ? m.nothing : undefined
  return (
    <DataTable
      page="slowSubscriptions"
      label={m.label}
      columns={slowSubscriptionColumns}
      columnsKey="slowSubscriptionTableColumns"
      rowKey={rowKey}
      rowLabel={({ clientid }) => clientid}
      query={tableQuery(result, ({ data }) => data.filter(isShown))}
      filters={<FilterBar filters={filters} values={values} onChange={setFilters} />}
      actions={
        <Button
          size="small"
          variant="danger"
          disabledReason={clearList.findDisabledReason() ?? nothing}
          onClick={() => void clearList.run()}
        >
          {m.clear}
        </Button>
      }
      exportName="slow-subscriptions"
      empty={
        nothing === undefined ? (
          <EmptyState title={m.noneMatch}>{m.noneMatchText}</EmptyState>
        ) : (
          <EmptyState title={m.emptyTitle}>{m.emptyText}</EmptyState>
        )
      }
    />
  )
}

const seconds = new Intl.NumberFormat(languageTag, { minimumFractionDigits: 3, maximumFractionDigits: 3 })

/** Formats a latency to the millisecond, so that rows can be told apart: `420 ms`, `2.702 s`. */
function formatLatency(milliseconds: number): string {
  return milliseconds < 1000
    ? `${formatNumber(milliseconds, 0)} ${m.ms}`
    : `${seconds.format(milliseconds / 1000)} ${m.s}`
}
