import { contract } from '@brokerdeck/contract/contract.ts'
import type { Resource } from '@brokerdeck/contract/endpoint.ts'
import type { ServerAuditEntry, ServerAuditLine } from '@brokerdeck/contract/server-audit-log.ts'
import type { RequestTarget } from '#guards/request-target.ts'
import { escapeInvisible } from '#lib/printable.ts'
import type { Author } from './signed-in-users.ts'

/** What is known of a write before it is passed on, and stays so but for its author. */
export interface AuditedRequest {
  readonly id: string
  readonly cluster: string
  /** By what `--trust-proxy` says. */
  readonly address: string
  readonly method: string
  readonly target: RequestTarget
  /** Below `api/v5/`, decoded; undefined for a path elsewhere, or one that nobody can decode. */
  readonly segments: readonly string[] | undefined
}

export type AuditEvent =
  | { readonly event: 'begin' }
  /** What was answered. */
  | { readonly event: 'end'; readonly status: number; readonly duration: number }
  /** Nothing could be answered any more. */
  | { readonly event: 'cut'; readonly duration: number }

const longestPath = 1_024
const longestName = 256

/** Queries of writes that say what is done. All others may hold anything. */
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

/** One line, without its end. */
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

/** With how much was cut off. */
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

/** Parameters that say what is done, not to what. */
const manners: readonly string[] = [':action', ':enable', ':operation', ':position']

interface AuditedObject {
  readonly kind: string
  readonly name?: string
}

/** `/authentication/ID/users/NAME` is `authentication/users` with the name `ID/NAME`. */
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

/** The one with the fewest parameters of those that fit. */
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

/** With what the API calls it; a path that was cut off, or that nobody knows, has no name. */
export function nameOperation(line: ServerAuditLine): ServerAuditEntry {
  const segments = decodeSegments(line.path.split('/api/v5/').slice(1).join('/api/v5/'))
  const template = segments && findTemplate(segments)
  if (segments === undefined || template === undefined) return line
  const bindings = Object.fromEntries(
    template.flatMap((part, at) => (part.startsWith(':') ? [[part.slice(1), segments[at] ?? '']] : [])),
  )
  return { ...line, operation: { id: `/${template.join('/')}`, bindings } }
}

/** As a broker reads what is below `api/v5/`; undefined for a broken escape. */
export function decodeSegments(path: string): readonly string[] | undefined {
  const segments = path.split('/')
  if (segments.length > 1 && segments.at(-1) === '') segments.pop()
  try {
    return segments.map(decodeURIComponent)
  } catch {
    return undefined
  }
}
