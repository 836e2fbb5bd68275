import { type AuditEntry, audit } from '@brokerdeck/contract/system/audit.ts'
import { request } from '#api/http.ts'
import type { FilterValues } from '#kit/table/filters/filter.ts'
import { auditQuery } from './audit-filters.ts'

const batchSize = 1000

/** Everything that matches, for an export. */
export async function* allEntries(
  values: FilterValues,
  signal: AbortSignal,
): AsyncGenerator<readonly AuditEntry[]> {
  for (let page = 1; ; page += 1) {
    const { data } = await request(audit.list, { query: auditQuery(values, page, batchSize) }, { signal })
    if (data.length === 0) return
    yield data
    if (data.length < batchSize) return
  }
}
