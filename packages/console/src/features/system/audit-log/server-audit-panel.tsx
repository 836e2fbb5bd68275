import { endpoint } from '@brokerdeck/contract/endpoint.ts'
import type { UnreadableRows } from '@brokerdeck/contract/paging.ts'
import {
  type ServerAuditEntry,
  type ServerAuditQuery,
  serverAuditAnswerSchema,
  serverAuditPath,
  serverAuditQuerySchema,
} from '@brokerdeck/contract/server-audit-log.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import * as v from 'valibot'
import { getProblem, unreadableRowsIn } from '#api/errors.ts'
import { request, type Transport } from '#api/http.ts'
import { currentSession } from '#api/session.ts'
import { auditLog as shared } from '#features/system/messages/console.ts'
import { serverAudit as m } from '#features/system/messages/server-audit.ts'
import { formatDateTime } from '#i18n/format-time.ts'
import { DataTable } from '#kit/table/data-table.tsx'
import type { Filter, FilterValues } from '#kit/table/filters/filter.ts'
import { FilterBar } from '#kit/table/filters/filter-bar.tsx'
import { consoleConfig } from '#lib/console-config.ts'
import { tableQuery } from '#resource/broker-list/table-query.ts'
import { useListSearch } from '#resource/broker-list/use-list-search.ts'
import type { FilterOf } from '#routes/routes.ts'
import { CommandText } from '#ui/command-text.tsx'
import { Panel } from '#ui/panel.tsx'
import { EmptyState } from '#ui/states.tsx'
import { ServerAuditLines } from './server-audit-lines.tsx'
import { describeWrite, outcomeNames, ServerAuditDrawer, serverAuditColumns } from './server-audit-write.tsx'

/** An endpoint of the server itself, at a path that the broker does not use. */
const list = endpoint({
  method: 'GET',
  path: `/${serverAuditPath}`,
  query: serverAuditQuerySchema,
  response: { 200: serverAuditAnswerSchema },
  errors: [],
  access: 'session',
})

interface ServerAuditPart {
  readonly data: readonly ServerAuditEntry[]
  readonly unreadable: UnreadableRows | undefined
  readonly next: string | undefined
  /** The time of the oldest line that was searched. */
  readonly reached: string | undefined
}

const toServer: Transport = ({ search }, init) => {
  const url = new URL(serverAuditPath, document.baseURI)
  url.search = search
  return fetch(url, init)
}

/**
 * The maximum number of requests for one page. The server searches only part of its file for each response, so
 * requests are repeated until a response has entries.
 */
const mostAnswers = 8

async function readServerAudit(
  query: ServerAuditQuery,
  {
    cursor,
    limit,
    signal,
  }: { readonly cursor?: string; readonly limit: number; readonly signal: AbortSignal },
): Promise<ServerAuditPart> {
  let next = cursor
  let reached: string | undefined
  for (let asked = 1; ; asked += 1) {
    const answer = await request(
      list,
      { query: { ...query, limit, ...(next !== undefined && { cursor: next }) } },
      { signal, transport: toServer },
    )
    const unreadable = unreadableRowsIn(answer)
    next = answer.meta.cursor
    reached = answer.reached ?? reached
    if (answer.data.length > 0 || unreadable !== undefined || next === undefined || asked === mostAnswers)
      return { data: answer.data, unreadable, next, reached }
  }
}

/** Reads all matching entries for the export. */
async function* readAllServerAudit(
  query: ServerAuditQuery,
  signal: AbortSignal,
): AsyncGenerator<readonly ServerAuditEntry[]> {
  let cursor: string | undefined
  do {
    const part = await readServerAudit(query, {
      ...(cursor !== undefined && { cursor }),
      limit: 1_000,
      signal,
    })
    if (part.data.length > 0) yield part.data
    cursor = part.next
  } while (cursor !== undefined)
}

/** Shows the audit log of the server that serves the console, or how to configure the server to keep one. */
export function ServerAuditPanel() {
  const { auditLog } = consoleConfig()
  if (auditLog === 'file')
    return currentSession()?.role === 'viewer' ? (
      <Instead title={m.notAdministrator}>{m.notAdministratorText}</Instead>
    ) : (
      <Writes />
    )
  const [title, text] = auditLog === 'output' ? [m.outputTitle, m.outputText] : [m.offTitle, m.offText]
  return (
    <Instead title={title}>
      {text}
      <CommandText label={m.option} text={m.option} />
    </Instead>
  )
}

function Instead({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Panel label={title}>
      <EmptyState title={title}>{children}</EmptyState>
    </Panel>
  )
}

const partRows = 100
/** The maximum number of rows that a browser can hold and draw smoothly; an export contains all rows. */
const mostRows = 3_000

function Writes() {
  const { filters: values, setFilters } = useListSearch('auditLog', filters)
  const query = toQuery(values)
  const result = useInfiniteQuery({
    queryKey: [serverAuditPath, query],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      readServerAudit(query, { ...(pageParam !== '' && { cursor: pageParam }), limit: partRows, signal }),
    getNextPageParam: ({ next }, parts) => (parts.length * partRows < mostRows ? next : undefined),
  })
  const parts = result.data?.pages
  const rows = useMemo(() => parts?.flatMap(({ data }) => data), [parts])
  const [shown, setShown] = useState<ServerAuditEntry>()
  const refusal = whyRefused(result.error)
  if (refusal !== undefined && rows === undefined) return <Instead title={refusal[0]}>{refusal[1]}</Instead>
  const last = parts?.at(-1)
  const table = tableQuery(result, () => rows ?? [])
  return (
    <>
      <DataTable
        page="auditLog"
        label={m.label}
        columns={serverAuditColumns}
        columnsKey="serverAuditTableColumns"
        rowKey={({ id }) => id}
        rowLabel={describeWrite}
        query={{ ...table, unreadable: joinUnreadable(parts ?? []) }}
        paging={{
          style: 'continuation',
          hasMore: result.hasNextPage,
          isLoadingMore: result.isFetchingNextPage,
          onMore: () => void result.fetchNextPage(),
        }}
        rowActions={(entry) => [{ label: m.show, onSelect: () => setShown(entry) }]}
        filters={<FilterBar filters={filters} values={values} onChange={setFilters} />}
        actions={
          <>
            {last?.next !== undefined && <Reached part={last} isFull={!result.hasNextPage} />}
            <ServerAuditLines readAll={(signal) => readAllServerAudit(query, signal)} />
          </>
        }
        exportName="server-audit"
        exportAll={(signal) => readAllServerAudit(query, signal)}
        empty={<NothingFound values={values} isEnd={last?.next === undefined} />}
      />
      {shown !== undefined && <ServerAuditDrawer entry={shown} onClose={() => setShown(undefined)} />}
    </>
  )
}

function Reached({
  part: { reached },
  isFull,
}: {
  readonly part: ServerAuditPart
  readonly isFull: boolean
}) {
  const words = [reached === undefined ? '' : m.reached(formatDateTime(reached)), isFull ? m.full : '']
  return <span className="small support">{words.filter((text) => text !== '').join(' · ')}</span>
}

function NothingFound({ values, isEnd }: { readonly values: FilterValues; readonly isEnd: boolean }) {
  const { since, until } = values
  if (since !== undefined && until !== undefined && Date.parse(since) > Date.parse(until))
    return <EmptyState title={shared.timesReversed} />
  if (!isEnd) return <EmptyState title={m.noneSoFar}>{m.noneSoFarText}</EmptyState>
  return Object.keys(values).length > 0 ? (
    <EmptyState title={m.noneMatch} />
  ) : (
    <EmptyState title={m.emptyTitle}>{m.emptyText}</EmptyState>
  )
}

/** Returns the text of an error that a retry does not resolve. */
function whyRefused(error: unknown): readonly [title: string, text: string] | undefined {
  const problem = getProblem(error)
  if (problem?.kind === 'unauthorized' && problem.code === 'UNAUTHORIZED_ROLE')
    return [m.notAdministrator, m.notAdministratorText]
  if (problem?.kind === 'rejected' && problem.code === 'SIGN_IN_AGAIN')
    return [m.signInAgain, m.signInAgainText]
  return undefined
}

function joinUnreadable(parts: readonly ServerAuditPart[]): ServerAuditPart['unreadable'] {
  const all = parts.flatMap(({ unreadable = [] }) => unreadable)
  if (all.length === 0) return undefined
  return {
    count: all.reduce((sum, { count }) => sum + count, 0),
    faults: all.flatMap(({ faults }) => faults).slice(0, 20),
    answer: all.map(({ answer }) => answer),
  }
}

/** Converts the filters to a query; invalid filters are left out. */
function toQuery(values: FilterValues): ServerAuditQuery {
  const parsed = v.safeParse(serverAuditQuerySchema, values)
  if (!parsed.success) return {}
  const { limit: _, ...query } = parsed.output
  return query
}

const filters: readonly Filter<FilterOf<'auditLog'>>[] = [
  { kind: 'date-time', label: m.time, from: 'since', to: 'until', isMain: true },
  { kind: 'text', label: shared.operator, contains: 'user', isMain: true, mono: true },
  {
    kind: 'select',
    label: shared.result,
    key: 'outcome',
    isMain: true,
    options: Object.entries(outcomeNames).map(([value, label]) => ({ value, label })),
  },
  { kind: 'text', label: m.objectName, contains: 'name', mono: true },
  { kind: 'text', label: m.kind, contains: 'kind', mono: true },
  {
    kind: 'select',
    label: m.method,
    key: 'method',
    options: serverAuditQuerySchema.entries.method.wrapped.options.map((value) => ({ value, label: value })),
  },
  { kind: 'text', label: m.address, contains: 'address', mono: true },
]
