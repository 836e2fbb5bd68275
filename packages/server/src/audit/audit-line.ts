import { contract } from '@brokerdeck/contract/contract.ts'
import type { Resource } from '@brokerdeck/contract/endpoint.ts'
import type { ServerAuditEntry, ServerAuditLine } from '@brokerdeck/contract/server-audit-log.ts'
import type { RequestTarget } from '#guards/request-target.ts'
import { escapeInvisible } from '#lib/printable.ts'
import type { Author } from './signed-in-users.ts'

/** The details of a write that are known before it is passed on. Only its author may change later. */
export interface AuditedRequest {
  readonly id: string
  readonly cluster: string
  /** The address of the client, as determined by `--trust-proxy`. */
  readonly address: string
  readonly method: string
  readonly target: RequestTarget
  /** The decoded path below `api/v5/`; undefined for another path, or a path that cannot be decoded. */
  readonly segments: readonly string[] | undefined
}

export type AuditEvent =
  | { readonly event: 'begin' }
  /** The response was sent. */
  | { readonly event: 'end'; readonly status: number; readonly duration: number }
  /** No response could be sent any more. */
  | { readonly event: 'cut'; readonly duration: number }

const longestPath = 1_024
const longestName = 256

/** The query parameters that describe the operation of a write. All other parameters may hold any content. */
const tellingQueries: readonly string[] = [
  'also_delete_dep_actions',
  'backend',
  'enable',
  'ignore_readonly',
  'mode',
  'node',
  'type',
]
const plainQuery = /^[\w.@:-]{1,100}$/

/** Formats one line, without a line feed. */
export function formatAudit(request: AuditedRequest, author: Author, event: AuditEvent, now: Date): string {
  const { id, cluster, address, method, target, segments } = request
  const record = {
    time: now.toISOString(),
    id,
    event: event.event,
    cluster,
    user: shorten(author.user, longestName),
    auth: author.auth,
    ...(author.backend !== undefined && { backend: shorten(author.backend, longestName) }),
    address: shorten(address, longestName),
    method,
    path: shorten(target.path, longestPath),
    ...describeQuery(target.query),
    ...(segments !== undefined && { object: describeObject(segments) }),
    ...('status' in event && { status: event.status }),
    ...('duration' in event && { duration: Math.round(event.duration * 10) / 10 }),
  }
  return escapeInvisible(JSON.stringify(record))
}

/** Shortens a text and appends the number of characters that were cut off. */
function shorten(text: string, length: number): string {
  if (text.length <= length) return text
  return `${text.slice(0, length)}… (${text.length - length} more characters)`
}

function describeQuery(query: URLSearchParams) {
  const kept = [...query].filter(([name, value]) => tellingQueries.includes(name) && plainQuery.test(value))
  const hidden = query.size - kept.length
  return {
    ...(kept.length > 0 && { query: Object.fromEntries(kept) }),
    ...(hidden > 0 && { hiddenQueries: hidden }),
  }
}

const templates = [
  ...new Set(
    Object.values<Resource>(contract)
      .flatMap((resource) => Object.values(resource))
      .filter(({ method }) => method !== 'GET')
      .map(({ path }) => path),
  ),
].map((path) => path.slice(1).split('/'))

/** The parameters that describe the operation instead of its object. */
const manners: readonly string[] = [':action', ':enable', ':operation', ':position']

interface AuditedObject {
  readonly kind: string
  readonly name?: string
}

/**
 * Describes the object of a path: `/authentication/ID/users/NAME` is `authentication/users` with the name `ID/NAME`.
 */
function describeObject(segments: readonly string[]): AuditedObject {
  const template = findTemplate(segments)
  if (template === undefined) return { kind: shorten(segments[0] ?? '', longestName) }
  const isName = (part: string) => part.startsWith(':') && !manners.includes(part)
  const last = template.findLastIndex(isName)
  if (last < 0) return { kind: template.join('/') }
  const kind = template.slice(0, last + 1).filter((part) => !part.startsWith(':'))
  const name = segments.filter((_, at) => at <= last && isName(template[at] ?? ''))
  return { kind: kind.join('/'), name: shorten(name.join('/'), longestName) }
}

/** Returns the matching template with the fewest parameters. */
function findTemplate(segments: readonly string[]): readonly string[] | undefined {
  const countNames = (template: readonly string[]) => template.filter((part) => part.startsWith(':')).length
  return templates
    .filter(
      (template) =>
        template.length === segments.length &&
        template.every((part, at) => (part.startsWith(':') ? segments[at] !== '' : part === segments[at])),
    )
    .toSorted((a, b) => countNames(a) - countNames(b))[0]
}

/** Adds the operation that the API has for the path; a path that was cut off, or that is unknown, has no operation. */
export function nameOperation(line: ServerAuditLine): ServerAuditEntry {
  const segments = decodeSegments(line.path.split('/api/v5/').slice(1).join('/api/v5/'))
  const template = segments && findTemplate(segments)
  if (segments === undefined || template === undefined) return line
  const bindings = Object.fromEntries(
    template.flatMap((part, at) => (part.startsWith(':') ? [[part.slice(1), segments[at] ?? '']] : [])),
  )
  return { ...line, operation: { id: `/${template.join('/')}`, bindings } }
}

/** Decodes a path below `api/v5/` as a broker does; undefined for an invalid escape. */
export function decodeSegments(path: string): readonly string[] | undefined {
  const segments = path.split('/')
  if (segments.length > 1 && segments.at(-1) === '') segments.pop()
  try {
    return segments.map(decodeURIComponent)
  } catch {
    return undefined
  }
}
