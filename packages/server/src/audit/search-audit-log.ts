import {
  outcomeOfAudit,
  type ServerAuditLine,
  type ServerAuditQuery,
  serverAuditLineSchema,
} from '@brokerdeck/contract/server-audit-log.ts'
import * as v from 'valibot'
import { nameOperation } from './audit-line.ts'
import { type AuditFilesAside, readTrail, TrailGoneError, type TrailPlace } from './audit-trail.ts'

interface AuditSearch {
  readonly files: AuditFilesAside
  /** The cluster whose lines are returned; lines of other clusters are left out. */
  readonly cluster: string
  /** True if other consoles write to the same file, so that the cluster of an unreadable line is not known. */
  readonly isShared: boolean
  readonly question: ServerAuditQuery
  /** The maximum number of writes in a response. */
  readonly limit: number
  /** The position at which the previous response ended; undefined means the end of the file. */
  readonly cursor: string | undefined
  readonly signal: AbortSignal
  /** The maximum number of bytes of the files that are read for one response. */
  readonly mostBytes?: number
}

interface AuditFound {
  readonly rows: readonly unknown[]
  /** The position at which the next response begins; undefined if there are no more lines. */
  readonly cursor: string | undefined
  /** The time of the oldest line that was searched. */
  readonly reached: string | undefined
}

const usuallyMost = 4 * 1024 * 1024
/**
 * The maximum number of ids of finished writes that are kept, which is the number of concurrent writes; writes
 * without a first line are dropped.
 */
const mostEnds = 1_000
/**
 * The tolerance for times in milliseconds: lines are in the order in which they were written, but clocks may be set.
 */
const clockSlack = 60_000
const longestRaw = 1_000
/** The number of characters of an id that are kept while its first line is searched for. */
const idLength = 12

const cursorSchema = v.object({
  file: v.pipe(v.string(), v.regex(/^\d{1,20}-\d{1,20}$/)),
  at: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  isInside: v.boolean(),
  /** The ids of writes whose last line was read and whose first line was not. */
  ended: v.pipe(v.array(v.pipe(v.string(), v.maxLength(idLength))), v.maxLength(mostEnds)),
})
type AuditCursor = v.InferOutput<typeof cursorSchema>

function formatCursor(cursor: AuditCursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url')
}

/** Parses a cursor; returns undefined for any other text. */
function parseCursor(text: string): AuditCursor | undefined {
  const json = Buffer.from(text, 'base64url').toString('utf8')
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), cursorSchema), json)
  return parsed.success ? parsed.output : undefined
}

/** Searches the audit log; returns `gone` if the lines behind the cursor have been removed. */
export async function searchAuditLog(search: AuditSearch): Promise<AuditFound | 'no cursor' | 'gone'> {
  const from = search.cursor === undefined ? undefined : parseCursor(search.cursor)
  if (search.cursor !== undefined && from === undefined) return 'no cursor'
  try {
    return await searchOn(search, from)
  } catch (error) {
    if (error instanceof TrailGoneError) return 'gone'
    throw error
  }
}

/**
 * Searches from the newest line back. For each write it returns the last line; the first line only if there is no
 * other.
 */
async function searchOn(search: AuditSearch, from: AuditCursor | undefined): Promise<AuditFound> {
  const { files, cluster, isShared, question, limit, signal, mostBytes = usuallyMost } = search
  const ended = new Set(from?.ended)
  const rows: unknown[] = []
  let reached: string | undefined
  let read = 0
  let before: TrailPlace | undefined = from
  for await (const { line, place } of readTrail(files, from)) {
    signal.throwIfAborted()
    read += countRead(before, place, line)
    before = place
    const parsed = line === undefined || line.length === 0 ? undefined : parseLine(line)
    const isOurs = parsed !== undefined && (parsed.cluster ?? cluster) === cluster
    if (isOurs && parsed.line === undefined)
      rows.push(isShared && parsed.cluster === undefined ? {} : { line: parsed.raw })
    if (isOurs && parsed.line !== undefined) {
      const { time } = parsed.line
      reached = time
      if (question.since !== undefined && Date.parse(time) < question.since - clockSlack)
        return { rows, cursor: undefined, reached }
      if (!isRepeated(parsed.line, ended) && isAskedFor(parsed.line, question))
        rows.push(nameOperation(parsed.line))
    }
    if (rows.length >= limit || read >= mostBytes)
      return { rows, cursor: formatCursor({ ...place, ended: [...ended] }), reached }
  }
  return { rows, cursor: undefined, reached }
}

function countRead(before: TrailPlace | undefined, place: TrailPlace, line: unknown): number {
  if (before?.file === place.file) return before.at - place.at
  return line instanceof Buffer ? line.length : 0
}

interface ParsedLine {
  /** The cluster that the line names; undefined if it names none. */
  readonly cluster: string | undefined
  /** The parsed line; undefined if a part of it is not in the log's format. */
  readonly line: ServerAuditLine | undefined
  readonly raw: string
}

const clusterSchema = v.object({ cluster: v.string() })

function parseLine(found: Buffer | 'too long'): ParsedLine {
  if (found === 'too long') return { cluster: undefined, line: undefined, raw: '…' }
  const text = found.toString('utf8')
  const raw = text.length > longestRaw ? `${text.slice(0, longestRaw)}…` : text
  const json = v.safeParse(v.pipe(v.string(), v.parseJson()), text)
  const named = v.safeParse(clusterSchema, json.output)
  const line = v.safeParse(serverAuditLineSchema, json.output)
  return {
    cluster: named.success ? named.output.cluster : undefined,
    line: line.success ? line.output : undefined,
    raw,
  }
}

/**
 * Tells whether a later line of the same write was read. The last line of a write is found first, and its other lines
 * add nothing.
 */
function isRepeated({ id, event }: ServerAuditLine, ended: Set<string>): boolean {
  const key = id.slice(0, idLength)
  if (event === 'begin') return ended.delete(key)
  if (ended.has(key)) return true
  ended.add(key)
  const [oldest] = ended
  if (ended.size > mostEnds && oldest !== undefined) ended.delete(oldest)
  return false
}

function isAskedFor(line: ServerAuditLine, question: ServerAuditQuery): boolean {
  const { user, address, method, kind, name, outcome, since, until } = question
  const time = Date.parse(line.time)
  return (
    has(line.user, user) &&
    has(line.address, address) &&
    has(line.object?.kind ?? '', kind) &&
    has(line.object?.name ?? '', name) &&
    (method === undefined || line.method === method) &&
    (outcome === undefined || outcomeOfAudit(line) === outcome) &&
    (since === undefined || time >= since) &&
    (until === undefined || time <= until)
  )
}

function has(text: string, part: string | undefined): boolean {
  return part === undefined || text.toLowerCase().includes(part.toLowerCase())
}
