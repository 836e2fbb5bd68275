import type { ReceivedOf } from '@brokerdeck/contract/endpoint.ts'
import { type AuditEntry, audit } from '@brokerdeck/contract/system/audit.ts'
import { refusal } from '../../http/api-refusal.ts'
import { apiResource } from '../../http/api-resource.ts'
import { toPage } from '../../http/page.ts'
import type { AuditRecord } from './audit-log.ts'

type Query = ReceivedOf<typeof audit.list>['query']

function toEntry(record: AuditRecord): AuditEntry {
  const { method, bindings, headers, body } = record
  return {
    created_at: new Date(record.at).toISOString().replace('Z', '000+00:00'),
    node: record.node,
    from: record.from,
    source: record.source,
    source_ip: record.sourceIp,
    operation_id: record.operation,
    operation_type: record.operation.split('/')[1] ?? '',
    operation_result: record.status < 400 ? 'success' : 'failure',
    http_method: method,
    http_status_code: record.status,
    http_request: { method, bindings, headers, body },
    args: '',
    duration_ms: record.duration,
    failure: '',
  }
}

/** The fields that must match exactly. */
const exact = [
  'node',
  'from',
  'source',
  'source_ip',
  'operation_id',
  'operation_type',
  'operation_result',
  'http_method',
  'http_status_code',
] as const

function isWanted(entry: AuditEntry, { at, duration }: AuditRecord, query: Query): boolean {
  if (exact.some((name) => query[name] !== undefined && query[name] !== entry[name])) return false
  return (
    duration >= (query.gte_duration_ms ?? 0) &&
    duration <= (query.lte_duration_ms ?? Number.POSITIVE_INFINITY) &&
    at >= (query.gte_created_at ?? 0) &&
    at <= (query.lte_created_at ?? Number.POSITIVE_INFINITY)
  )
}

export const auditApi = apiResource({
  endpoints: audit,
  edition: 'enterprise',
  uses: ['audit'],
  handlers: {
    list({ query }, { audit }) {
      if (!audit.isOn) throw refusal(400, 'BAD_REQUEST', 'Audit is disabled')
      const found = audit.newestFirst().flatMap((record) => {
        const entry = toEntry(record)
        return isWanted(entry, record, query) ? [entry] : []
      })
      return { status: 200, body: toPage(found, query, (entry) => entry) }
    },
  },
})
