import type { AuditEntry } from '@brokerdeck/contract/system/audit.ts'
import { formatDateTime, formatDuration } from '#i18n/format-time.ts'
import { DrawerShell } from '#kit/dialogs/drawer-shell.tsx'
import { PropertyList } from '#ui/property-list.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { AuditResult } from './audit-result.tsx'
import { operationOf, originOf } from './audit-words.ts'
import { m } from './messages.ts'
import { operationName } from './operation-name.ts'

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 2)

function property(label: string, text: string) {
  return { label, value: <Verbatim text={text} wrap mono />, ...(text === '' ? {} : { copy: text }) }
}

/** What the request held. Secrets in it are six asterisks: the broker never records them. */
function requestGroups({ http_request: request }: AuditEntry) {
  if (request === '') return []
  const sorted = Object.entries(request.headers).sort(([a], [b]) => a.localeCompare(b))
  return [
    {
      title: m.request,
      properties: [property(m.parameters, asText(request.bindings)), property(m.body, asText(request.body))],
    },
    { title: m.headers, properties: sorted.map(([name, value]) => property(name, asText(value))) },
  ]
}

interface AuditDetailDrawerProps {
  readonly entry: AuditEntry
  readonly onClose: () => void
}

export function AuditDetailDrawer({ entry, onClose }: AuditDetailDrawerProps) {
  const { http_status_code: status, args, failure } = entry
  const name = operationName(entry)
  const properties = [
    ...(name === undefined ? [] : [{ label: m.operation, value: name }]),
    property(name === undefined ? m.operation : m.path, operationOf(entry)),
    { label: m.time, value: formatDateTime(entry.created_at) },
    { label: m.result, value: <AuditResult entry={entry} /> },
    ...(status === '' ? [] : [{ label: m.statusCode, value: status }]),
    { label: m.duration, value: formatDuration(entry.duration_ms) },
    { label: m.origin, value: <Verbatim text={originOf(entry)} /> },
    property(m.operator, entry.source),
    property(m.ip, entry.source_ip),
    property(m.node, entry.node),
    ...(args === '' ? [] : [property(m.command, args.join(' '))]),
    ...(failure === '' ? [] : [property(m.failureReason, asText(failure))]),
  ]
  return (
    <DrawerShell title={m.detailTitle} isOpen onClose={onClose} size={640}>
      <PropertyList groups={[{ properties }, ...requestGroups(entry)]} />
    </DrawerShell>
  )
}
