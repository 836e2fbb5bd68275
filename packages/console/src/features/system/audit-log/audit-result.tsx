import type { AuditEntry } from '@brokerdeck/contract/system/audit.ts'
import { Status } from '#ui/status.tsx'
import { resultNames } from './audit-words.ts'
import { m } from './messages.ts'

export function AuditResult({ entry }: { readonly entry: AuditEntry }) {
  const { operation_result: result } = entry
  const kind = result === 'success' ? 'ok' : result === 'failure' ? 'bad' : 'unknown'
  return <Status kind={kind}>{resultNames.get(result) ?? m.notApplicable}</Status>
}
