import type { AuditEntry } from '@brokerdeck/contract/system/audit.ts'
import { auditLog as m } from '#features/system/messages/console.ts'
import { formatDateTime, formatDuration } from '#i18n/format-time.ts'
import type { Column, ExportField } from '#kit/table/column.ts'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { Status } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { findOperation, formatOrigin, resultNames } from './audit-words.ts'
import { operationName, operationObject } from './operation-name.ts'

/** The target of an operation as JSON: the parameters of its path. A command has none. */
const bindings: ExportField<AuditEntry> = {
  id: 'http_request.bindings',
  value: ({ http_request: request }) => (request === '' ? undefined : JSON.stringify(request.bindings)),
}

export const auditColumns: readonly Column<AuditEntry, never>[] = [
  {
    id: 'created_at',
    header: m.time,
    value: ({ created_at }) => created_at,
    cell: ({ created_at }) => formatDateTime(created_at),
    always: true,
    width: 180,
    phone: 'pair',
  },
  {
    id: 'operation',
    header: m.operation,
    value: (entry) => operationName(entry) ?? findOperation(entry),
    fields: [
      { id: 'operation_type', value: (entry) => entry.operation_type },
      { id: 'operation_id', value: (entry) => entry.operation_id },
      { id: 'http_method', value: (entry) => entry.http_method },
    ],
    cell: (entry) => <Verbatim text={operationName(entry) ?? findOperation(entry)} />,
    always: true,
    width: 220,
    phone: 'name',
  },
  verbatimColumn('object', m.object, operationObject, { width: 200, phone: 'pair', fields: [bindings] }),
  verbatimColumn('path', m.path, findOperation, { width: 260, isExtra: true, fields: [] }),
  {
    id: 'from',
    header: m.origin,
    value: formatOrigin,
    fields: [{ id: 'from', value: ({ from }) => from }],
    cell: (entry) => <Verbatim text={formatOrigin(entry)} />,
    width: 130,
  },
  verbatimColumn('source', m.operator, ({ source }) => source, { width: 180, phone: 'pair' }),
  verbatimColumn('source_ip', m.ip, ({ source_ip }) => source_ip, { width: 150, phone: 'pair' }),
  {
    id: 'operation_result',
    header: m.result,
    value: ({ operation_result }) => resultNames.get(operation_result) ?? operation_result,
    fields: [
      { id: 'operation_result', value: (entry) => entry.operation_result },
      { id: 'http_status_code', value: (entry) => entry.http_status_code },
    ],
    cell: (entry) => <AuditResult entry={entry} />,
    width: 130,
    phone: 'status',
  },
  {
    id: 'duration_ms',
    header: m.duration,
    value: ({ duration_ms }) => duration_ms,
    cell: ({ duration_ms }) => formatDuration(duration_ms),
    align: 'end',
    width: 100,
    isExtra: true,
  },
  verbatimColumn('node', m.node, ({ node }) => node, { width: 200, isExtra: true }),
]

export function AuditResult({ entry }: { readonly entry: AuditEntry }) {
  const { operation_result: result } = entry
  const kind = result === 'success' ? 'ok' : result === 'failure' ? 'bad' : 'unknown'
  return <Status kind={kind}>{resultNames.get(result) ?? m.notApplicable}</Status>
}
