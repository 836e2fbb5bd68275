import { type Node, nodes } from '@brokerdeck/contract/monitoring/nodes.ts'
import { configs } from '@brokerdeck/contract/settings/configs.ts'
import type { LogConfig } from '@brokerdeck/contract/settings/log-config.ts'
import { type AuditEntry, audit, auditMethods, auditOrigins } from '@brokerdeck/contract/system/audit.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import { describeError } from '#api/errors.ts'
import { request } from '#api/http.ts'
import { read, whyNoWrite } from '#api/query.ts'
import { currentSession, editionNumber } from '#api/session.ts'
import { NotInEdition } from '#domain/edition/enterprise-only.tsx'
import { auditLog as m } from '#features/system/messages/console.ts'
import { serverAudit as own } from '#features/system/messages/server-audit.ts'
import { formatDateTime, formatDuration } from '#i18n/format-time.ts'
import { languageTag } from '#i18n/locale.ts'
import { DrawerShell } from '#kit/dialogs/drawer-shell.tsx'
import { notify } from '#kit/dialogs/notify.tsx'
import { Link, useUrlSearch } from '#kit/page/link.tsx'
import { Page } from '#kit/page/page.tsx'
import { Tabs } from '#kit/page/tabs.tsx'
import { DataTable } from '#kit/table/data-table.tsx'
import { type Filter, type FilterValues, filterKeys } from '#kit/table/filters/filter.ts'
import { FilterBar } from '#kit/table/filters/filter-bar.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { pagePaging } from '#resource/broker-list/page-paging.ts'
import { allPages, tableQuery } from '#resource/broker-list/table-query.ts'
import { useListSearch } from '#resource/broker-list/use-list-search.ts'
import { type FilterOf, linkTo } from '#routes/routes.ts'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/panel.tsx'
import { PropertyList } from '#ui/property-list.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { AuditResult, auditColumns } from './audit-columns.tsx'
import { findOperation, formatOrigin, originNames, resultNames } from './audit-words.ts'
import { operationName, operationObject } from './operation-name.ts'
import { ServerAuditPanel } from './server-audit-panel.tsx'

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 2)

const tabIds = ['broker', 'server'] as const
const tabSchema = v.object({ tab: v.fallback(v.optional(v.picklist(['server'])), undefined) })

/** Shows the audit log of this server; for an Enterprise broker, a second tab shows the broker's own log. */
export function AuditLogPage() {
  return editionNumber(currentSession()?.edition ?? '') === 1 ? (
    <BothLogs />
  ) : (
    <Page title={m.title} summary={own.summary}>
      <ServerAuditPanel />
    </Page>
  )
}

function BothLogs() {
  const [{ tab = 'broker' }, setSearch] = useUrlSearch('auditLog', tabSchema)
  const isBroker = tab === 'broker'
  return (
    <Page
      title={m.title}
      summary={isBroker ? m.summary : own.summary}
      actions={isBroker && <Link to={linkTo('log', { tab: 'audit' })}>{m.settings}</Link>}
    >
      <Tabs
        label={own.tabs}
        tabs={tabIds.map((id) => ({ id, label: own[id] }))}
        value={tab}
        onChange={(id) => setSearch({ tab: id === 'server' ? id : undefined })}
      >
        {isBroker ? <AuditLog /> : <ServerAuditPanel />}
      </Tabs>
    </Page>
  )
}

/**
 * Shows the broker's audit log. It is requested only if it is enabled, because the broker refuses to list a disabled
 * log.
 */
function AuditLog() {
  const log = useQuery(read(configs.getLog, {}))
  if (log.data === undefined) {
    return log.error === null ? null : (
      <ErrorState
        {...describeError(log.error)}
        onRetry={() => void log.refetch()}
        isRetrying={log.isFetching}
      />
    )
  }
  return log.data.audit?.enable === true ? <Operations /> : <AuditOff log={log.data} />
}

function Operations() {
  const nodeList = useQuery(read(nodes.list, {}))
  const every = auditFilters(nodeList.data ?? [])
  const { place, filters: given, setFilters, setPlace } = useListSearch('auditLog', every)
  const { filters, values } = withoutHttp(every, given)
  const { page, limit } = place
  const result = useQuery(
    read(audit.list, { query: auditQuery(values, page, limit) }, { keepsPrevious: true }),
  )
  const [shown, setShown] = useState<AuditEntry>()
  return (
    <>
      <DataTable
        page="auditLog"
        label={m.label}
        columns={auditColumns}
        columnsKey="auditTableColumns"
        rowKey={({ created_at, node, operation_id }) => JSON.stringify([created_at, node, operation_id])}
        rowLabel={operationTitle}
        query={tableQuery(result, ({ data }) => data)}
        paging={pagePaging(place, result.data?.meta, setPlace)}
        rowActions={(entry) => [{ label: m.show, onSelect: () => setShown(entry) }]}
        filters={<FilterBar filters={filters} values={values} onChange={setFilters} />}
        exportName="audit"
        exportAll={(signal) =>
          allPages((at) => request(audit.list, { query: auditQuery(values, at.page, at.limit) }, { signal }))
        }
        empty={<NothingFound values={values} />}
      />
      {shown !== undefined && <AuditDetailDrawer entry={shown} onClose={() => setShown(undefined)} />}
    </>
  )
}

function NothingFound({ values }: { readonly values: Readonly<Record<string, string>> }) {
  if (areTimesReversed(values)) return <EmptyState title={m.timesReversed} />
  return Object.keys(values).length > 0 ? (
    <EmptyState title={m.noneMatch}>{m.noneMatchText}</EmptyState>
  ) : (
    <EmptyState title={m.emptyTitle}>{m.emptyText}</EmptyState>
  )
}

/**
 * Replaces the list while the broker records nothing. An Enterprise broker of another version may not support the
 * log.
 */
function AuditOff({ log: { audit: settings } }: { readonly log: LogConfig }) {
  const enable = useMutation({
    // The whole current document is sent back, because settings left out of it would be reset to their defaults.
    mutationFn: async () => {
      const log = await request(configs.getLog, {})
      if (log.audit === undefined) return
      await request(configs.putLog, { body: { ...log, audit: { ...log.audit, enable: true } } })
    },
    onSuccess: () => notify.success(m.enabled),
    onError: (error) => {
      const { title, detail } = describeError(error)
      notify.failure(title, detail)
    },
  })
  if (settings === undefined) return <NotInEdition part={m.part} />
  return (
    <Panel label={m.offTitle}>
      <EmptyState
        title={m.offTitle}
        action={
          <Button
            variant="primary"
            isBusy={enable.isPending}
            disabledReason={whyNoWrite()}
            onClick={() => enable.mutate()}
          >
            {m.enable}
          </Button>
        }
      >
        {m.offText}
      </EmptyState>
    </Panel>
  )
}

function property(label: string, text: string) {
  return { label, value: <Verbatim text={text} wrap mono />, ...(text === '' ? {} : { copy: text }) }
}

/** Returns the groups of the request. The broker never records secrets, but replaces them with six asterisks. */
function requestGroups({ http_request: request }: AuditEntry) {
  if (request === '') return []
  const sorted = Object.entries(request.headers).sort(([a], [b]) => a.localeCompare(b, languageTag))
  return [
    {
      title: m.request,
      properties: [
        property(m.parameters, asText(request.bindings)),
        property(m.body, asText(request.body ?? '')),
      ],
    },
    { title: m.headers, properties: sorted.map(([name, value]) => property(name, asText(value))) },
  ]
}

interface AuditDetailDrawerProps {
  readonly entry: AuditEntry
  readonly onClose: () => void
}

function AuditDetailDrawer({ entry, onClose }: AuditDetailDrawerProps) {
  const { http_status_code: status, args, failure } = entry
  const name = operationName(entry)
  const properties = [
    ...(name === undefined ? [] : [{ label: m.operation, value: name }]),
    property(name === undefined ? m.operation : m.path, findOperation(entry)),
    { label: m.time, value: formatDateTime(entry.created_at) },
    { label: m.result, value: <AuditResult entry={entry} /> },
    ...(status === '' ? [] : [{ label: m.statusCode, value: status }]),
    { label: m.duration, value: formatDuration(entry.duration_ms) },
    { label: m.origin, value: <Verbatim text={formatOrigin(entry)} /> },
    property(m.operator, entry.source),
    property(m.ip, entry.source_ip),
    property(m.node, entry.node),
    ...(args === '' ? [] : [property(m.command, args.join(' '))]),
    ...(failure === '' || failure === undefined ? [] : [property(m.failureReason, asText(failure))]),
  ]
  return (
    <DrawerShell title={m.detailTitle} isOpen onClose={onClose} size={640}>
      <PropertyList groups={[{ properties }, ...requestGroups(entry)]} />
    </DrawerShell>
  )
}

const httpFilters: readonly Filter<FilterOf<'auditLog'>>[] = [
  { kind: 'text', label: m.operator, exact: 'source', isMain: true, mono: true },
  {
    kind: 'select',
    label: m.result,
    key: 'operation_result',
    isMain: true,
    options: [...resultNames].map(([value, label]) => ({ value, label })),
  },
  { kind: 'text', label: m.path, exact: 'operation_id', mono: true },
  {
    kind: 'select',
    label: m.method,
    key: 'http_method',
    options: auditMethods.map((value) => ({ value, label: value.toUpperCase() })),
  },
  { kind: 'text', label: m.ip, exact: 'source_ip', mono: true },
  { kind: 'number', label: m.statusCode, key: 'http_status_code', min: 100, max: 599 },
]

/** Returns the filters of `GET /audit`. */
function auditFilters(nodes: readonly Node[]): readonly Filter<FilterOf<'auditLog'>>[] {
  return [
    { kind: 'date-time', label: m.time, from: 'gte_created_at', to: 'lte_created_at', isMain: true },
    {
      kind: 'select',
      label: m.origin,
      key: 'from',
      isMain: true,
      options: auditOrigins.map((value) => ({ value, label: originNames.get(value) ?? value })),
    },
    ...httpFilters,
    { kind: 'text', label: m.type, exact: 'operation_type', mono: true },
    {
      kind: 'select',
      label: m.node,
      key: 'node',
      isOpenEnded: true,
      options: nodes.map(({ node }) => ({ value: node, label: visibleText(node) })),
    },
    { kind: 'number', label: m.longerThan, key: 'gte_duration_ms', min: 0 },
  ]
}

/** Commands have no user, method, address or result, so these filters are neither shown nor used for commands. */
function withoutHttp(filters: readonly Filter[], values: FilterValues) {
  if (values['from'] !== 'cli' && values['from'] !== 'erlang_console') return { filters, values }
  const hidden = new Set(httpFilters.flatMap(filterKeys))
  return {
    filters: filters.filter((filter) => !httpFilters.some((one) => one === filter)),
    values: Object.fromEntries(Object.entries(values).filter(([key]) => !hidden.has(key))),
  }
}

/** Converts the URL parameters to the query of the endpoint; an invalid query is left out. */
function auditQuery(values: FilterValues, page: number, limit: number) {
  const parsed = v.safeParse(audit.list.query, { ...values, page, limit })
  return parsed.success ? parsed.output : { page, limit }
}

function areTimesReversed({ gte_created_at: from, lte_created_at: to }: FilterValues): boolean {
  return from !== undefined && to !== undefined && Date.parse(from) > Date.parse(to)
}

/**
 * Returns a title such as "Delete user" with the user's name; the path if the operation is unknown; or the command as
 * typed.
 */
function operationTitle(entry: AuditEntry): string {
  const name = operationName(entry)
  return name === undefined ? findOperation(entry) : [name, operationObject(entry)].filter(Boolean).join(' ')
}
