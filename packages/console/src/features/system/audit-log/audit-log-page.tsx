import { nodes } from '@brokerdeck/contract/monitoring/nodes.ts'
import { configs } from '@brokerdeck/contract/settings/configs.ts'
import { type AuditEntry, audit } from '@brokerdeck/contract/system/audit.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { describeError } from '#api/describe-problem.ts'
import { read } from '#api/query.ts'
import { pagePaging } from '#domain/broker-list/page-paging.ts'
import { tableQuery } from '#domain/broker-list/table-query.ts'
import { useListSearch } from '#domain/broker-list/use-list-search.ts'
import { EnterpriseOnly } from '#features/system/edition/enterprise-only.tsx'
import { Page } from '#kit/page/page.tsx'
import { DataTable } from '#kit/table/data-table.tsx'
import { FilterBar } from '#kit/table/filters/filter-bar.tsx'
import { paths } from '#lib/paths.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { allEntries } from './all-entries.ts'
import { auditColumns } from './audit-columns.tsx'
import { AuditDetailDrawer } from './audit-detail-drawer.tsx'
import { areTimesReversed, auditFilters, auditQuery, withoutHttp } from './audit-filters.ts'
import { AuditOff } from './audit-off.tsx'
import { operationTitle } from './audit-words.ts'
import { m } from './messages.ts'

export function AuditLogPage() {
  return (
    <EnterpriseOnly title={m.title} part={m.part}>
      <Page
        title={m.title}
        summary={m.summary}
        actions={
          <Link to={paths.log()} search={{ tab: 'audit' }}>
            {m.settings}
          </Link>
        }
      >
        <AuditLog />
      </Page>
    </EnterpriseOnly>
  )
}

/** Asked for only where it is on: the broker refuses to list a log that is off. */
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
  const { place, filters: given, setFilters, setPlace } = useListSearch(every)
  const { filters, values } = withoutHttp(every, given)
  const { page, limit } = place
  const result = useQuery(
    read(audit.list, { query: auditQuery(values, page, limit) }, { keepsPrevious: true }),
  )
  const [shown, setShown] = useState<AuditEntry>()
  return (
    <>
      <DataTable
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
        exportAll={(signal) => allEntries(values, signal)}
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
