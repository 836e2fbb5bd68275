import { outcomeOfAudit, type ServerAuditEntry } from '@brokerdeck/contract/server-audit-log.ts'
import { auditLog as shared } from '#features/system/messages/console.ts'
import { serverAudit as m } from '#features/system/messages/server-audit.ts'
import { formatDateTime, formatDuration } from '#i18n/format-time.ts'
import { DrawerShell } from '#kit/dialogs/drawer-shell.tsx'
import type { Column } from '#kit/table/column.ts'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { PropertyList } from '#ui/property-list.tsx'
import { Status } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { operationName, operationObject } from './operation-name.ts'

/** The names of the authentication types; unknown types are shown as the server spells them. */
const authNames: ReadonlyMap<string, string> = new Map([
  ['session', m.session],
  ['API key', m.apiKey],
  ['sign-in', m.signIn],
  ['unknown session', m.unknownSession],
  ['none', m.none],
])

export const outcomeNames = {
  succeeded: m.succeeded,
  refused: m.refused,
  unfinished: m.unfinished,
} as const

const kinds = { succeeded: 'ok', refused: 'bad', unfinished: 'unknown' } as const

const nameAuth = ({ auth }: ServerAuditEntry) => authNames.get(auth) ?? auth

/** Returns the name of the operation, or the path if the API does not know it. */
function nameServerOperation({ method, path, operation }: ServerAuditEntry): string {
  const name =
    operation &&
    operationName({
      http_method: method,
      operation_id: operation.id,
      http_request: { bindings: operation.bindings },
    })
  return name ?? `${method} ${path}`
}

function nameServerObject({ operation, object }: ServerAuditEntry): string {
  const { id, bindings } = operation ?? { id: '', bindings: {} }
  const named = operationObject({ http_method: '', operation_id: id, http_request: { bindings } })
  return named === '' ? (object?.name ?? '') : named
}

/** Returns the operation and its target as one line. */
export function describeWrite(entry: ServerAuditEntry): string {
  return [nameServerOperation(entry), nameServerObject(entry)].filter((text) => text !== '').join(' ')
}

function AuditOutcome({ entry }: { readonly entry: ServerAuditEntry }) {
  const outcome = outcomeOfAudit(entry)
  const { status } = entry
  const name = outcomeNames[outcome]
  return <Status kind={kinds[outcome]}>{status === undefined ? name : m.withStatus(name, status)}</Status>
}

export const serverAuditColumns: readonly Column<ServerAuditEntry, never>[] = [
  {
    id: 'time',
    header: m.time,
    value: ({ time }) => time,
    cell: ({ time }) => formatDateTime(time),
    always: true,
    width: 180,
    phone: 'pair',
  },
  {
    id: 'operation',
    header: shared.operation,
    value: nameServerOperation,
    fields: [
      { id: 'method', value: ({ method }) => method },
      { id: 'path', value: ({ path }) => path },
      { id: 'event', value: ({ event }) => event },
      { id: 'id', value: ({ id }) => id },
    ],
    cell: (entry) => <Verbatim text={nameServerOperation(entry)} focusable />,
    always: true,
    width: 220,
    phone: 'name',
  },
  verbatimColumn('object', shared.object, nameServerObject, {
    width: 200,
    phone: 'pair',
    fields: [
      { id: 'object.kind', value: ({ object }) => object?.kind },
      { id: 'object.name', value: ({ object }) => object?.name },
    ],
  }),
  verbatimColumn('path', m.path, ({ method, path }) => `${method} ${path}`, {
    width: 260,
    isExtra: true,
    fields: [],
  }),
  verbatimColumn('user', shared.operator, ({ user }) => user, { width: 170, phone: 'pair' }),
  {
    id: 'auth',
    header: m.auth,
    value: ({ auth }) => auth,
    cell: (entry) => <Verbatim text={nameAuth(entry)} />,
    width: 130,
  },
  verbatimColumn('address', m.address, ({ address }) => address, { width: 150, phone: 'pair' }),
  {
    id: 'status',
    header: shared.result,
    value: ({ status }) => status,
    cell: (entry) => <AuditOutcome entry={entry} />,
    width: 150,
    phone: 'status',
  },
  {
    id: 'duration',
    header: shared.duration,
    value: ({ duration }) => duration,
    cell: ({ duration }) => (duration === undefined ? '' : formatDuration(duration)),
    align: 'end',
    width: 100,
  },
  verbatimColumn('backend', m.backend, ({ backend }) => backend, { width: 120, isExtra: true }),
]

interface ServerAuditDrawerProps {
  readonly entry: ServerAuditEntry
  readonly onClose: () => void
}

/** Shows everything that the file records of a write. */
export function ServerAuditDrawer({ entry, onClose }: ServerAuditDrawerProps) {
  const { event, auth, user, backend, object, duration, query = {}, hiddenQueries } = entry
  const request = `${entry.method} ${entry.path}`
  const name = nameServerOperation(entry)
  const properties = [
    ...(name === request ? [] : [{ label: shared.operation, value: name }]),
    property(m.path, request),
    ...optional(m.query, new URLSearchParams(query).toString()),
    ...(hiddenQueries === undefined ? [] : [{ label: m.otherQuery, value: m.hiddenQueries(hiddenQueries) }]),
    ...optional(m.kind, object?.kind),
    ...optional(shared.object, object?.name),
    { label: m.time, value: formatDateTime(entry.time) },
    { label: shared.result, value: <AuditOutcome entry={entry} /> },
    ...(event === 'end' ? [] : [{ label: m.unfinished, value: event === 'cut' ? m.cutNote : m.beginNote }]),
    ...(duration === undefined ? [] : [{ label: shared.duration, value: formatDuration(duration) }]),
    property(shared.operator, user),
    { label: m.auth, value: nameAuth(entry) },
    ...(auth === 'unknown session' ? [{ label: m.unknownSession, value: m.unknownSessionNote }] : []),
    ...optional(m.backend, backend),
    property(m.address, entry.address),
    property(m.cluster, entry.cluster),
    property(m.requestId, entry.id),
  ]
  return (
    <DrawerShell title={m.detailTitle} isOpen onClose={onClose} size={640}>
      <PropertyList groups={[{ properties }]} />
    </DrawerShell>
  )
}

function property(label: string, text: string) {
  return { label, value: <Verbatim text={text} wrap mono />, ...(text === '' ? {} : { copy: text }) }
}

function optional(label: string, text: string | undefined) {
  return text === undefined || text === '' ? [] : [property(label, text)]
}
