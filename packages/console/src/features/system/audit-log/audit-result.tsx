import type { AuditEntry } from '@brokerdeck/contract/system/audit.ts'
import { Status } from '#ui/status.tsx'
import { auditLog as m } from '../messages/console.ts'
import { resultNames } from './audit-words.ts'

export function AuditResult({ entry }: { readonly entry: AuditEntry }) {
  const { operation_result: result } = entry
  const kind = result === 'success' ? 'ok' : result === 'failure' ? 'bad' : 'unknown'
  return <Status kind={kind}>{resultNames.get(result) ?? m.notApplicable}</Status>
}
